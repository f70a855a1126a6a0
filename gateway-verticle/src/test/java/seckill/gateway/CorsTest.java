package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.ConfigException;
import seckill.contract.Addresses;

class CorsTest extends GateTest {
  private static final String SHOP = "https://shop.example";

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_HTTP_CORS_ORIGINS", SHOP + ",http://localhost:5173");
  }

  private String options(String target, String origin, String... headers) throws IOException {
    List<String> all = new ArrayList<>(List.of("Access-Control-Request-Method: POST"));
    if (origin != null) {
      all.add("Origin: " + origin);
    }
    all.addAll(List.of(headers));
    return gate.rawTarget("OPTIONS", target, all.toArray(String[]::new)).toLowerCase(Locale.ROOT);
  }

  @Test
  @DisplayName(
      "a preflight of a listed origin names the methods, the headers and how long it holds")
  void answersPreflights() throws IOException {
    String answer =
        options(
            "/api/items/1001/purchases",
            SHOP,
            "Access-Control-Request-Headers: authorization,idempotency-key,challenge-pass,device-id");

    assertThat(answer)
        .startsWith("http/1.1 204 ")
        .contains("access-control-allow-origin: https://shop.example\r\n")
        .contains("access-control-allow-methods: get, post, put, delete\r\n")
        .contains(
            "access-control-allow-headers: authorization, content-type, idempotency-key,"
                + " challenge-pass, device-id\r\n")
        .contains("access-control-max-age: 3600\r\n")
        .contains("vary: origin, access-control-request-method")
        .doesNotContain("access-control-allow-credentials");
    assertThat(till.batches).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "https://shop.example.evil.test",
        "https://evil-shop.example",
        "https://shop.example.",
        "https://shop.example:443",
        "https://shop.example:8443",
        "http://shop.example",
        "https://shop.example/",
        "https://SHOP.example",
        "https://user@shop.example",
        "https://shop.example https://evil.test",
        "*",
        "",
        "\u0001"
      })
  @DisplayName("any other origin is never echoed, whatever it looks like, and gets no server error")
  void refusesOtherOrigins(String origin) throws IOException {
    for (String answer :
        List.of(
            options("/api/items/1001/purchases", origin),
            gate.rawTarget("GET", "/api/time", "Origin: " + origin).toLowerCase(Locale.ROOT),
            gate.rawTarget("POST", "/api/items/1001/purchases", "Origin: " + origin)
                .toLowerCase(Locale.ROOT))) {
      assertThat(answer).doesNotContain("access-control-allow").doesNotContain("http/1.1 5");
      assertThat(answer).contains("vary: origin");
    }
  }

  @Test
  @DisplayName("answers vary by origin, also those to requests without one")
  void variesByOrigin() {
    assertThat(gate.get("/api/time", null).header("Vary")).isEqualTo("Origin");
    assertThat(gate.get("/api/time", null).header("Access-Control-Allow-Origin")).isNull();
  }

  private Reply fromShop(String method, String path, String token) {
    return gate.send(
            gate.request(path, token)
                .header("Origin", SHOP)
                .method(method, BodyPublishers.noBody()))
        .join();
  }

  @Test
  @DisplayName(
      "refusals and faults carry the headers as good answers do, so that a page can read them")
  void coversEveryStatus() {
    till.silence(Addresses.ITEM_CREATE);
    String buy = "/api/items/1001/purchases";
    List<Reply> replies = new ArrayList<>();
    replies.add(fromShop("POST", buy, TestTokens.of("u1")));
    replies.add(fromShop("GET", "/api/time", null));
    replies.add(fromShop("POST", buy, null));
    replies.add(fromShop("POST", "/admin/items", TestTokens.of("u1")));
    replies.add(fromShop("GET", "/nowhere", null));
    replies.add(fromShop("GET", buy, null));
    till.leave();
    replies.add(fromShop("POST", buy, TestTokens.of("u2")));

    assertThat(replies)
        .extracting(Reply::status)
        .containsExactly(202, 200, 401, 403, 404, 405, 503);
    assertThat(replies)
        .allMatch(reply -> SHOP.equals(reply.header("Access-Control-Allow-Origin")))
        .allMatch(reply -> "Origin".equals(reply.header("Vary")))
        .allMatch(reply -> reply.header("Access-Control-Expose-Headers").contains("Retry-After"))
        .allMatch(reply -> reply.header("Access-Control-Allow-Credentials") == null);
  }

  @Test
  @DisplayName(
      "the refusals before the router carry the headers, too: 403, 429 and what is no HTTP")
  void coversTheFront() throws IOException {
    TestGate strict =
        new TestGate(
            vertx,
            Clock.systemUTC(),
            Map.of(
                "SECKILL_HTTP_CORS_ORIGINS",
                SHOP,
                "SECKILL_ADDRESS_LIMIT_ENABLED",
                "true",
                "SECKILL_ADDRESS_LIMIT_PER_SECOND",
                "0"));

    String limited =
        strict.rawTarget("GET", "/nowhere", "Origin: " + SHOP).toLowerCase(Locale.ROOT);
    String large =
        strict
            .rawTarget("GET", "/", "Origin: " + SHOP, "X: " + "x".repeat(10_000))
            .toLowerCase(Locale.ROOT);

    assertThat(limited)
        .startsWith("http/1.1 429 ")
        .contains("access-control-allow-origin: " + SHOP, "retry-after: 1\r\n", "vary: origin");
    assertThat(large).contains(" 431 ").contains("vary: origin");
    strict.stop();
  }

  @Test
  @DisplayName("without a list nothing is said about origins")
  void isOffByDefault(Vertx vertx) throws IOException {
    TestGate plain = new TestGate(vertx);

    String answer =
        plain.rawTarget(
            "OPTIONS", "/api/time", "Origin: " + SHOP, "Access-Control-Request-Method: GET");

    assertThat(answer).startsWith("HTTP/1.1 405 ").doesNotContainIgnoringCase("access-control");
    assertThat(plain.get("/api/time", null).header("Vary")).isNull();
    plain.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "null",
        "shop.example",
        "https://shop.example/",
        "https://shop.example:443",
        "http://shop.example:80",
        "https://*.example",
        "https://Shop.example",
        "ftp://shop.example"
      })
  @DisplayName("an entry that no browser would ever send refuses to start")
  void refusesOddEntries(String origin, Vertx vertx) {
    assertThatThrownBy(
            () ->
                new TestGate(vertx, Clock.systemUTC(), Map.of("SECKILL_HTTP_CORS_ORIGINS", origin)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(origin);
  }
}
