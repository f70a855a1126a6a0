package seckill.gateway.risk;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.RunningSettings;
import seckill.config.SettingsLoader;
import seckill.contract.ClientAddress;
import seckill.contract.Outcome;
import seckill.gateway.gate.Caller;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;
import seckill.testkit.TestVertx;

/** The risk rules on a clock that the test moves. */
class RiskLayerTest {
  private static final long ITEM = 1001;

  private final Vertx vertx = Vertx.vertx();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private long nanos = Long.MAX_VALUE - 1_000;

  @AfterEach
  void close() {
    TestVertx.await(vertx.close());
  }

  private static JsonObject section(String settings) {
    JsonObject document = new JsonObject().put("risk", new JsonObject(settings));
    return new SettingsLoader("gateway").load(document, Map.of()).getJsonObject("risk");
  }

  private RiskLayer layer(String settings) {
    return new RiskLayer(vertx, section(settings), meters, Clock.systemUTC(), () -> nanos);
  }

  private void advance(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  private static Visit visit(String user, String address, String device) {
    HttpServerRequest request =
        (HttpServerRequest)
            Proxy.newProxyInstance(
                RiskLayerTest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getHeader" -> device;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    Visit visit = new Visit(request).about(ITEM);
    visit.comesFrom(ClientAddress.parse(address));
    visit.isBy(new Caller(user, false, Long.MAX_VALUE));
    return visit;
  }

  private static Visit visit(int user, String address) {
    return visit("u" + user, address, null);
  }

  private List<Verdict> crowd(RiskLayer layer, int accounts, String address) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < accounts; i++) {
      verdicts.add(layer.check(visit(i, address)));
    }
    return verdicts;
  }

  @Test
  @DisplayName("forty accounts behind one address buy undisturbed, however often each one tries")
  void honestCrowd() {
    RiskLayer layer = layer("{}");
    for (int round = 0; round < 20; round++) {
      assertThat(crowd(layer, 40, "192.0.2.1")).containsOnly(Verdict.PASS);
    }
    assertThat(layer.found().getJsonArray("recent")).isEmpty();
  }

  @Test
  @DisplayName("more accounts on one address than are usual have to pass a challenge, for a while")
  void sharedAddress() {
    RiskLayer layer = layer("{\"sharedAddress\": {\"threshold\": 40}}");
    assertThat(crowd(layer, 40, "192.0.2.1")).containsOnly(Verdict.PASS);
    Visit next = visit(40, "192.0.2.1");
    assertThat(layer.check(next).label()).isEqualTo("CHALLENGED");
    assertThat(next.challengeRequired()).isTrue();
    assertThat(layer.check(visit(0, "192.0.2.1")).label()).isEqualTo("CHALLENGED");
    assertThat(layer.check(visit(40, "192.0.2.2"))).isEqualTo(Verdict.PASS);
    advance(60);
    assertThat(crowd(layer, 40, "192.0.2.1")).containsOnly(Verdict.PASS);
  }

  @Test
  @DisplayName("an IPv6 address counts by its network, and an IPv4-mapped one as IPv4")
  void addressForms() {
    RiskLayer layer = layer("{\"sharedAddress\": {\"threshold\": 1}}");
    assertThat(layer.check(visit(0, "2001:db8::1"))).isEqualTo(Verdict.PASS);
    assertThat(layer.check(visit(1, "2001:db8::2")).label()).isEqualTo("CHALLENGED");
    assertThat(layer.check(visit(1, "2001:db8:0:1::2"))).isEqualTo(Verdict.PASS);
    assertThat(layer.check(visit(0, "192.0.2.1"))).isEqualTo(Verdict.PASS);
    assertThat(layer.check(visit(1, "::ffff:192.0.2.1")).label()).isEqualTo("CHALLENGED");
  }

  @Test
  @DisplayName("many accounts on one device are noticed; who names no device shares none")
  void sharedDevice() {
    RiskLayer layer = layer("{\"sharedDevice\": {\"threshold\": 2, \"verdict\": \"REFUSE\"}}");
    for (int i = 0; i < 10; i++) {
      assertThat(layer.check(visit("u" + i, "192.0.2." + i, null))).isEqualTo(Verdict.PASS);
    }
    String device = "d".repeat(5_000);
    assertThat(layer.check(visit("u1", "192.0.2.1", device))).isEqualTo(Verdict.PASS);
    assertThat(layer.check(visit("u2", "192.0.2.2", device))).isEqualTo(Verdict.PASS);
    Verdict refusal = layer.check(visit("u3", "192.0.2.3", device));
    assertThat(refusal.outcome()).isEqualTo(Outcome.RATE_LIMITED);
    assertThat(refusal.retryAfterSeconds()).isEqualTo(5);
  }

  @Test
  @DisplayName("answers faster than a human's delay the account's purchases, and nobody else's")
  void fastAnswers() {
    RiskLayer layer = layer("{\"fastAnswers\": {\"threshold\": 2}, \"maxDelayed\": 0}");
    for (int i = 0; i < 3; i++) {
      assertThat(layer.check(visit("bot", "192.0.2.1", null))).isEqualTo(Verdict.PASS);
      layer.answeredTooFast("bot", 1001);
    }
    // No room to wait, so it is refused: it would have been delayed.
    assertThat(layer.check(visit("bot", "192.0.2.1", null)).outcome())
        .isEqualTo(Outcome.RATE_LIMITED);
    assertThat(layer.check(visit("human", "192.0.2.1", null))).isEqualTo(Verdict.PASS);
    advance(600);
    assertThat(layer.check(visit("bot", "192.0.2.1", null))).isEqualTo(Verdict.PASS);
  }

  @Test
  @DisplayName("rules can be tuned for an item, and what is not named is as for all")
  void tunedPerItem() {
    RiskLayer layer =
        layer(
            "{\"items\": {\"1001\": {\"sharedAddress\": {\"threshold\": 1, \"verdict\": \"REFUSE\"}}}}");
    assertThat(crowd(layer, 2, "192.0.2.1").get(1).outcome()).isEqualTo(Outcome.RATE_LIMITED);
    assertThat(layer.check(visit(3, "192.0.2.1").about(1002))).isEqualTo(Verdict.PASS);
  }

  @Test
  @DisplayName("each rule and the whole layer can be switched off, and ALLOW only counts")
  void switches() {
    String off = "{\"enabled\": false, \"sharedAddress\": {\"threshold\": 0}}";
    assertThat(crowd(layer(off), 3, "192.0.2.1")).containsOnly(Verdict.PASS);
    String ruleOff = "{\"sharedAddress\": {\"threshold\": 0, \"enabled\": false}}";
    assertThat(crowd(layer(ruleOff), 3, "192.0.2.1")).containsOnly(Verdict.PASS);
    RiskLayer counting = layer("{\"sharedAddress\": {\"threshold\": 1, \"verdict\": \"ALLOW\"}}");
    assertThat(crowd(counting, 3, "192.0.2.1")).containsOnly(Verdict.PASS);
    assertThat(counting.found().getJsonObject("verdicts").getJsonObject("sharedAddress"))
        .isEqualTo(new JsonObject("{\"ALLOW\": 2, \"CHALLENGE\": 0, \"DELAY\": 0, \"REFUSE\": 0}"));
    assertThat(
            meters
                .get("seckill.gate.risk")
                .tags("rule", "sharedAddress", "verdict", "CHALLENGE")
                .functionCounter()
                .count())
        .isZero();
  }

  @Test
  @DisplayName("the hardest of several verdicts holds, and a challenge is not forgotten for it")
  void hardestHolds() {
    RiskLayer layer =
        layer(
            "{\"sharedAddress\": {\"threshold\": 0},"
                + " \"sharedDevice\": {\"threshold\": 0, \"verdict\": \"REFUSE\"}}");
    Visit visit = visit("u1", "192.0.2.1", "d1");
    assertThat(layer.check(visit).outcome()).isEqualTo(Outcome.RATE_LIMITED);
    assertThat(visit.challengeRequired()).isTrue();
  }

  @Test
  @DisplayName("the last verdicts are kept with their reasons, the latest first, and no more")
  void explains() {
    RiskLayer layer = layer("{\"sharedAddress\": {\"threshold\": 1}, \"recent\": 3}");
    crowd(layer, 10, "192.0.2.1");
    JsonArray recent = layer.found().getJsonArray("recent");
    assertThat(recent).hasSize(3);
    JsonObject last = recent.getJsonObject(0);
    assertThat(last.getString("userId")).isEqualTo("u9");
    assertThat(last.getString("rule")).isEqualTo("sharedAddress");
    assertThat(last.getString("verdict")).isEqualTo("CHALLENGE");
    assertThat(last.getString("address")).isEqualTo("192.0.2.1");
    assertThat(last.getString("itemId")).isEqualTo("1001");
    assertThat(last.getString("reason"))
        .isEqualTo("10 accounts on one address within 60000 ms, more than 1");
    layer.configure(section("{\"sharedAddress\": {\"threshold\": 1}, \"recent\": 0}"));
    crowd(layer, 10, "192.0.2.1");
    assertThat(layer.found().getJsonArray("recent")).isEmpty();
  }

  @Test
  @DisplayName("other settings keep what was counted, unless its size changes")
  void changesWhileRunning() {
    RiskLayer layer = layer("{}");
    crowd(layer, 40, "192.0.2.1");
    layer.configure(section("{\"sharedAddress\": {\"threshold\": 39}}"));
    assertThat(layer.check(visit(0, "192.0.2.1")).label()).isEqualTo("CHALLENGED");
    layer.configure(section("{\"sharedAddress\": {\"threshold\": 39}, \"tracked\": 2048}"));
    assertThat(layer.check(visit(0, "192.0.2.1"))).isEqualTo(Verdict.PASS);
  }

  @Test
  @DisplayName("a part of a rule can be changed while running; the rest of the rule stays")
  void partOfRule() {
    JsonObject file = new SettingsLoader("gateway").load(new JsonObject(), Map.of());
    RunningSettings running = new RunningSettings(file);
    RiskLayer layer = layer("{}");
    running.register(layer);
    JsonObject change = new JsonObject("{\"sharedAddress\": {\"threshold\": 1}}");
    running.apply(1, new JsonObject().put("risk", new JsonObject().put("settings", change)));
    assertThat(crowd(layer, 2, "192.0.2.1").get(1).label()).isEqualTo("CHALLENGED");
  }
}
