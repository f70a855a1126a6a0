package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CachingTest extends GateTest {
  private static final String MINE = "/api/items/1001/purchases/mine";

  /** A cache as a content network has one: it keys by path, and keeps all that it may. */
  private final Map<String, Reply> cache = new HashMap<>();

  private Reply throughCache(String path, String token) {
    Reply kept = cache.get(path);
    if (kept != null) {
      return kept;
    }
    Reply reply = gate.get(path, token);
    String control = reply.header("Cache-Control");
    boolean mayKeep =
        control == null || !control.contains("no-store") && !control.contains("private");
    if (mayKeep) {
      cache.put(path, reply);
    }
    return reply;
  }

  @Test
  @DisplayName("behind a shared cache nobody sees another's order or another's refusal")
  void keepsBuyersApart() {
    assertThat(throughCache(MINE, TestTokens.of("uA")).status()).isEqualTo(404);
    String orderOfA = gate.buy("uA", ITEM).orderId();
    String orderOfB = gate.buy("uB", ITEM).orderId();

    assertThat(throughCache(MINE, TestTokens.of("uA")).body()).contains(orderOfA);
    assertThat(throughCache(MINE, TestTokens.of("uB")).body())
        .contains(orderOfB)
        .doesNotContain(orderOfA);
    assertThat(throughCache(MINE, TestTokens.of("uC")).status()).isEqualTo(404);
    assertThat(throughCache(MINE, null).status()).isEqualTo(401);
    assertThat(cache).isEmpty();
    throughCache("/api/items", null);
    assertThat(cache).containsOnlyKeys("/api/items");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/items/1001/purchases, user, 'private, no-store'",
    "POST, /api/items/1001/purchases, none, 'private, no-store'",
    "GET, /api/items/1001/purchases, user, 'private, no-store'",
    "GET, /api/items/1001/purchases/mine, user, 'private, no-store'",
    "GET, /api/orders/x, user, 'private, no-store'",
    "GET, /api/items/777, none, 'private, no-store'",
    "GET, /api/items/x, none, 'private, no-store'",
    "GET, /api/items/1001/stock, none, 'private, no-store'",
    "GET, /nowhere, none, 'private, no-store'",
    "POST, /admin/items, user, 'private, no-store'",
    "GET, /admin/blacklist, admin, 'private, no-store'",
    "PUT, /admin/blacklist, none, 'private, no-store'",
    "GET, /api/time, none, no-store",
    "GET, /api/items, none, 'public, max-age=1'",
    "GET, /, none, no-store",
    "GET, /zh/orders/, user, 'public, max-age=10'",
    "GET, /zh/items/4711/, none, 'private, no-store'",
    "GET, /assets/none.js, none, 'private, no-store'",
    "POST, /api/dev/login, none, 'private, no-store'",
    "GET, /openapi.yaml, none, 'public, max-age=5'"
  })
  @DisplayName("only what is the same for everybody may be kept, and no refusal")
  void saysWhoMayKeep(String method, String path, String who, String expected) throws IOException {
    String token = who.equals("admin") ? TestTokens.admin("op1") : TestTokens.of("u1");
    String header = who.equals("none") ? "X: y" : "Authorization: Bearer " + token;

    String answer = gate.rawTarget(method, path, header).toLowerCase(Locale.ROOT);

    assertThat(answer).contains("cache-control: " + expected + "\r\n");
  }

  @Test
  @DisplayName("every answer, refusals and faults included, is guarded by the same headers")
  void guardsEveryAnswer() throws IOException {
    for (String answer :
        List.of(
            gate.rawTarget("GET", "/api/time"),
            gate.rawTarget("GET", "/nowhere"),
            gate.rawTarget("POST", "/api/items/1001/purchases"),
            gate.rawTarget("GET", "/" + "x".repeat(10_000)),
            gate.raw("nonsense\r\n\r\n", new byte[0]))) {
      assertThat(answer.toLowerCase(Locale.ROOT))
          .contains("x-content-type-options: nosniff\r\n")
          .contains("referrer-policy: no-referrer\r\n")
          .contains("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
          .doesNotContain("\r\nserver:")
          .doesNotContain("x-powered-by");
    }
  }
}
