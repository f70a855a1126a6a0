package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.testkit.TestVertx;

class AddressLimitHttpTest extends GateTest {
  private static final int LIMIT = 5;
  private static final int WINDOW_MILLIS = 4000;

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_ADDRESS_LIMIT_ENABLED", "true",
        "SECKILL_ADDRESS_LIMIT_PER_SECOND", "" + LIMIT,
        "SECKILL_ADDRESS_LIMIT_WINDOW_MILLIS", "" + WINDOW_MILLIS,
        "SECKILL_ADDRESS_WARN_WINDOW_MILLIS", "200",
        "SECKILL_HTTP_INSTANCES", "2");
  }

  /** What may have passed since then, however slow the machine was. */
  private static long most(long startNanos) {
    return LIMIT * ((System.nanoTime() - startNanos) / 1_000_000 / WINDOW_MILLIS + 1);
  }

  private static boolean isLimited(String answer) {
    return answer.startsWith("HTTP/1.1 429 ");
  }

  @Test
  @DisplayName(
      "over all connections and event loops an address gets no more through than its limit")
  void countsAllEventLoops() throws IOException {
    long start = System.nanoTime();
    int passed = 0;
    String refused = null;
    for (int i = 0; i < 30; i++) {
      String answer =
          gate.rawTarget(
              "POST",
              "/api/items/1001/purchases",
              "X-Forwarded-For: 203.0.113." + i,
              "Authorization: Bearer " + TestTokens.of("u" + i),
              "Content-Length: 0");
      if (isLimited(answer)) {
        refused = answer;
      } else {
        passed++;
      }
    }

    assertThat(passed).isBetween(LIMIT, (int) most(start));
    assertThat(refused)
        .containsIgnoringCase("retry-after: 1\r\n")
        .containsIgnoringCase("cache-control: private, no-store")
        .contains("RATE_LIMITED");
    assertThat(till.holderCount()).isEqualTo(passed);
  }

  @Test
  @DisplayName("no spelling of a path and no method gets around the limit")
  void countsEverySpelling() throws IOException {
    long start = System.nanoTime();
    List<String> targets =
        List.of(
            "/api/items/1001/purchases",
            "//api/items/1001/purchases",
            "/api/./items/1001/purchases",
            "/x/../api/items",
            "/api/items/",
            "/api/items?x=1",
            "/API/items",
            "/%61pi/items",
            "/api/items;a=b",
            "/nowhere",
            "*",
            "http://gate/api/items");
    int passed = 0;
    int sent = 0;
    for (String method : List.of("GET", "POST", "PUT", "HEAD", "OPTIONS")) {
      for (String target : targets) {
        sent++;
        passed += isLimited(gate.rawTarget(method, target)) ? 0 : 1;
      }
    }

    assertThat(passed).isLessThanOrEqualTo((int) most(start)).isLessThan(sent);
  }

  @Test
  @DisplayName("public reads go on for an address that is over its limit")
  void leavesPublicReadsAlone() throws IOException {
    for (int i = 0; i < 20; i++) {
      gate.rawTarget("GET", "/nowhere");
    }

    for (int i = 0; i < 20; i++) {
      assertThat(gate.get("/api/time", null).status()).isEqualTo(200);
      assertThat(gate.get("/api/items", null).status()).isEqualTo(200);
      assertThat(isLimited(gate.rawTarget("HEAD", "/api/time"))).isFalse();
    }
  }

  private JsonObject ready() {
    return TestVertx.await(gate.health.ready());
  }

  @Test
  @DisplayName("many forwarded addresses behind an untrusted peer turn a check red, until it stops")
  void warnsOfForgottenProxies() throws IOException {
    assertThat(ready().getString("status")).isEqualTo("UP");

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              for (int i = 0; i < 100; i++) {
                gate.rawTarget("GET", "/api/time", "X-Forwarded-For: 203.0.113." + i);
              }
              return ready().getString("status").equals("DOWN");
            });
    assertThat(gate.meters.find("seckill.gate.addresses").gauge().value()).isLessThanOrEqualTo(1);

    await().atMost(Duration.ofSeconds(20)).until(() -> ready().getString("status").equals("UP"));
  }

  @Test
  @DisplayName("the limit counts its verdicts")
  void isMetered() throws IOException {
    for (int i = 0; i < LIMIT + 3; i++) {
      gate.rawTarget("GET", "/nowhere");
    }

    assertThat(
            gate.meters
                .get("seckill.gate")
                .tag("layer", "address-limit")
                .tag("outcome", "RATE_LIMITED")
                .functionCounter()
                .count())
        .isPositive();
  }
}
