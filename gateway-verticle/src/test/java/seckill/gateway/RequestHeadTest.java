package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;

/** What the head of a request has to say, and what a HEAD or a browser gets for it. */
class RequestHeadTest extends GateTest {
  private static final String BROWSER =
      "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

  private String send(String line, String hosts) throws IOException {
    String token = "Authorization: Bearer " + TestTokens.of("u1") + "\r\n";
    String rest = "Content-Length: 0\r\nConnection: close\r\n\r\n";
    return gate.raw(line + "\r\n" + hosts + token + rest, new byte[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Host: a\r\nHost: a\r\n",
        "Host: a\r\nhost: b\r\n",
        "Host:\r\n",
        "Host:   \r\n",
        "Host: :80\r\n",
        "Host: a b\r\n",
        "Host: a, b\r\n",
        "Host: a,b\r\n",
        "Host: a/b\r\n",
        "Host: http://a\r\n",
        "Host: user@a\r\n",
        "Host: a:b\r\n",
        "Host: a:99999\r\n",
        "Host: a:80:80\r\n",
        "Host: [::1\r\n",
        "Host: [zz]\r\n",
        "Host: ::1\r\n",
        "Host: a%zz\r\n",
        "Host: a..b\r\n",
        "Host: .\r\n",
        "Host: a?b\r\n",
        "Host: <a>\r\n",
        "Host: 例子\r\n"
      })
  @DisplayName("without exactly one Host that can be one, a request is 400 and nothing is done")
  void needsOneHost(String hosts) throws IOException {
    for (String line :
        new String[] {
          "GET /api/time HTTP/1.1",
          "GET /en/orders/ HTTP/1.1",
          "GET /nowhere HTTP/1.1",
          "POST /api/items/1001/purchases HTTP/1.1",
          "POST /api/items/1001/queue HTTP/1.1",
          "OPTIONS * HTTP/1.1"
        }) {
      String answer = send(line, hosts);
      assertThat(answer).as(line).startsWith("HTTP/1.1 400 ").contains("\"BAD_REQUEST\"");
      assertThat(answer).contains("application/problem+json").contains("Host");
    }
    assertThat(till.batches).isEmpty();
    assertThat(till.requests).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a:",
        "a:80",
        "shop.example",
        "shop.example.",
        "10.0.0.9:8080",
        "[::1]",
        "[::1]:8080",
        "exa_mple",
        "localhost:65535"
      })
  @DisplayName("a Host that can be one is taken")
  void takesHosts(String host) throws IOException {
    assertThat(send("GET /api/time HTTP/1.1", "Host: " + host + "\r\n"))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  @DisplayName("HTTP/1.0 has no need of a Host, but what it says must be one, too")
  void oldClients() throws IOException {
    assertThat(send("GET /api/time HTTP/1.0", "")).startsWith("HTTP/1.0 200 ");
    assertThat(send("GET /api/time HTTP/1.0", "Host: a\r\nHost: b\r\n"))
        .startsWith("HTTP/1.0 400 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"challenge", "queue"})
  @DisplayName("a HEAD never has an effect: where a GET has one, it is 405 and asks nobody")
  void headHasNoEffect(String part) throws IOException {
    String answer =
        gate.rawTarget(
            "HEAD", "/api/items/1001/" + part, "Authorization: Bearer " + TestTokens.of("u1"));

    assertThat(answer).startsWith("HTTP/1.1 405 ").endsWith("\r\n\r\n");
    assertThat(answer.substring(answer.indexOf("allow: "))).doesNotContain("HEAD");
    assertThat(till.requests).isEmpty();
  }

  private void listItems() {
    till.answer(Addresses.ITEM_LIST, () -> new JsonObject().put("items", new JsonArray()));
    vertx.eventBus().publish(Addresses.EVENT_PREHEATED, new JsonObject().put("itemId", ITEM));
    // Until then nobody knows which items there are.
    await().until(() -> !gate.rawTarget("GET", "/en/items/777/").startsWith("HTTP/1.1 503"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/en/nonsense",
        "/en/nonsense/",
        "/zh/nonsense",
        "/zh/a/b/c/d/e/",
        "/en/items/",
        "/en/items/777/",
        "/en/items/777",
        "/en/items/x/",
        "/en/items/1/2/3",
        "/en/orders/1",
        "/en/%zz",
        "/fr/items/1001/",
        "/nonsense",
        "/items/x",
        "/items/",
        "/assets/nothing.js",
        "/admin/nothing"
      })
  @DisplayName(
      "what is not there is the 404 page to a browser, and a problem to a client of the API")
  void missing(String path) throws IOException {
    listItems();
    String page = gate.rawTarget("GET", path, BROWSER, "Accept-Language: en");
    assertThat(page).startsWith("HTTP/1.1 404 ").containsIgnoringCase("content-type: text/html");
    assertThat(page)
        .contains(path.startsWith("/zh") ? "没有这个页面" : "There is no such page")
        .containsIgnoringCase("cache-control: no-store")
        .containsIgnoringCase("frame-ancestors 'none'");
    assertThat(gate.rawTarget("HEAD", path, BROWSER, "Accept-Language: en"))
        .isEqualTo(page.substring(0, page.indexOf("\r\n\r\n") + 4));
    for (String accepted : new String[] {"application/json", "*/*", "application/problem+json"}) {
      assertThat(gate.rawTarget("GET", path, "Accept: " + accepted))
          .containsPattern("^HTTP/1.1 40[04] ")
          .contains("application/problem+json");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/nothing", "/api/items/777", "/api"})
  @DisplayName("the API tells browsers, too, in its own way that there is nothing")
  void apiIsNoPage(String path) throws IOException {
    assertThat(gate.rawTarget("GET", path, BROWSER))
        .startsWith("HTTP/1.1 404 ")
        .contains("application/problem+json");
  }

  @Test
  @DisplayName("the links of the 404 page are right however deep it is, and it stays small")
  void deep() throws IOException {
    assertThat(gate.rawTarget("GET", "/en/a/b/", BROWSER)).contains("href=\"../../../en/\"");
    String deepest = gate.rawTarget("GET", "/en" + "/a".repeat(1500), BROWSER);
    assertThat(deepest).startsWith("HTTP/1.1 404 ");
    assertThat(deepest.length()).isLessThan(20_000);
  }
}
