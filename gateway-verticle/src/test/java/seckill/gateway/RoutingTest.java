package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;

class RoutingTest extends GateTest {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final List<String> ADMIN_ADDRESSES =
      List.of(
          Addresses.ITEM_CREATE,
          Addresses.ITEM_PREHEAT,
          Addresses.ITEM_PAUSE,
          Addresses.ITEM_RESUME,
          Addresses.RECONCILE_RUN);

  @BeforeEach
  void answerOperators() {
    ADMIN_ADDRESSES.forEach(
        address -> till.answer(address, () -> new JsonObject().put("itemId", ITEM)));
  }

  private static int status(String answer) {
    Matcher matcher = STATUS.matcher(answer);
    assertThat(matcher.lookingAt()).as(answer).isTrue();
    return Integer.parseInt(matcher.group(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/items/1001/purchases",
        "/api/items/1001/purchases/",
        "//api/items/1001/purchases",
        "/api//items/1001/purchases",
        "/api/./items/1001/purchases",
        "/x/../api/items/1001/purchases",
        "/x/%2e%2e/api/items/1001/purchases",
        "/%61pi/items/1001/purchases",
        "/api/items/1001%2Fpurchases",
        "/api/items/1001/purchases;a=b",
        "/api;a=b/items/1001/purchases",
        "/API/items/1001/purchases",
        "/api/items/1001/PURCHASES",
        "/api/items/1001/purchases//",
        "/api/items/1001/purchases?x=/public",
        "/api/items/1001/purchases#x",
        "/api/items/1001/purchases%00",
        "/api\\items\\1001\\purchases",
        "/api/items/%zz/purchases",
        "/api/items//purchases",
        "http://gate/api/items/1001/purchases",
        "*",
        "api/items/1001/purchases"
      })
  @DisplayName("no spelling of a path and no method gets past the token")
  void noSpellingPassesTheToken(String target) throws IOException {
    for (String method :
        List.of("POST", "GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD")) {
      String answer =
          gate.rawTarget(
              method, target, "X-HTTP-Method-Override: POST", "X-Original-URL: /api/time");
      assertThat(status(answer)).as("%s %s", method, target).isIn(400, 401, 404, 405);
      assertThat(answer).contains("application/problem+json");
    }
    assertThat(till.batches).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/items",
        "//admin/items",
        "/x/../admin/items",
        "/x/%2e%2e/admin/items",
        "/%61dmin/items",
        "/admin/items/",
        "/admin/./items",
        "/ADMIN/items",
        "/admin;a=b/items",
        "/admin/items/1001/preheat",
        "//admin/items/1001/preheat",
        "/admin/items/1001/pause",
        "/admin//items/1001/pause",
        "/admin/items/1001/resume",
        "/api/../admin/items/1001/resume",
        "/admin/reconciliations",
        "/admin/reconciliations;x"
      })
  @DisplayName("operators' paths are closed to everybody without a valid token of an admin")
  void operatorsOnly(String target) throws IOException {
    String buyer = "Authorization: Bearer " + TestTokens.of("u1");
    String expired =
        "Authorization: Bearer "
            + TestTokens.sign(TestTokens.claims("a").put("role", "admin").put("exp", 1));

    assertThat(status(gate.rawTarget("POST", target))).isIn(401, 404);
    assertThat(status(gate.rawTarget("POST", target, expired))).isIn(401, 404);
    assertThat(status(gate.rawTarget("POST", target, buyer))).isIn(403, 404);
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("a buyer's token on an operator's path is 403, no token is 401")
  void tellsWhoIsMissing() {
    assertThat(gate.post("/admin/items/1001/pause", TestTokens.of("u1"), "").status())
        .isEqualTo(403);
    assertThat(gate.post("/admin/items/1001/pause", TestTokens.of("u1"), "").code())
        .isEqualTo("FORBIDDEN");
    assertThat(gate.post("/admin/items/1001/pause", null, "").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/metrics",
        "/health/live",
        "/health/ready",
        "/admin/nothing",
        "/admin/fr/",
        "/api",
        "/x",
        "/x/"
      })
  @DisplayName("what is not of the public API is 404 on the public port")
  void unknownPathsAreNotFound(String path) {
    Reply reply = gate.get(path, null);

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.code()).isEqualTo("NOT_FOUND");
    assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, /api/items, 'GET, HEAD'",
    "GET, /api/items/1001/purchases, POST",
    "HEAD, /api/items/1001/purchases, POST",
    "POST, /api/time, 'GET, HEAD'",
    "GET, /admin/pause, POST",
    "PATCH, /api/items/1001/queue, 'DELETE, GET, POST'",
    "OPTIONS, /api/orders/x, 'GET, HEAD'"
  })
  @DisplayName("a wrong method is 405 and tells the right one")
  void wrongMethodsAreTold(String method, String path, String allowed) throws IOException {
    String answer = gate.rawTarget(method, path);

    assertThat(status(answer)).isEqualTo(405);
    assertThat(answer).containsIgnoringCase("allow: " + allowed + "\r\n");
    assertThat(answer.endsWith("\r\n\r\n")).isEqualTo(method.equals("HEAD"));
    assertThat(answer.contains("METHOD_NOT_ALLOWED")).isNotEqualTo(method.equals("HEAD"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/items",
        "/api/items/1001",
        "/api/items/1001/stock",
        "/api/items/4711",
        "/api/time",
        "/api/orders",
        "/admin/overview",
        "/openapi.yaml",
        "/",
        "/index.html",
        "/en/orders/",
        "/en/orders"
      })
  @DisplayName("a HEAD is answered like a GET, with all its headers and without its body")
  void headIsLikeGet(String path) throws IOException {
    for (String more : List.of("Accept: */*", "Accept-Encoding: gzip")) {
      String got = gate.rawTarget("GET", path, more);
      String head = gate.rawTarget("HEAD", path, more);

      assertThat(head).isEqualTo(got.substring(0, got.indexOf("\r\n\r\n") + 4));
      assertThat(head).containsIgnoringCase("content-length: ");
    }
  }

  @Test
  @DisplayName("a HEAD passes the same checks as a GET, and asks the till the same")
  void headPassesTheSameChecks() throws IOException {
    String token = "Authorization: Bearer " + TestTokens.of("u1");

    assertThat(status(gate.rawTarget("HEAD", "/api/orders"))).isEqualTo(401);
    assertThat(status(gate.rawTarget("HEAD", "/admin/status", token))).isEqualTo(403);
    assertThat(till.requests).isEmpty();
  }

  @Test
  @DisplayName("a HEAD that is refused has no body")
  void headHasNoBody() throws IOException {
    assertThat(gate.rawTarget("HEAD", "/nowhere")).startsWith("HTTP/1.1 404 ").endsWith("\r\n\r\n");
  }

  @Test
  @DisplayName("a request without a Host is refused as a problem")
  void needsAHost() throws IOException {
    String answer = gate.raw("GET /api/time HTTP/1.1\r\nConnection: close\r\n\r\n", new byte[0]);

    assertThat(status(answer)).isEqualTo(400);
    assertThat(answer).contains("BAD_REQUEST");
  }
}
