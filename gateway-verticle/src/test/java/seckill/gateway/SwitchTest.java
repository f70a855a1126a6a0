package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;

/** The kill switches as two gateways see them. */
class SwitchTest extends GateTest {
  private static final Duration WITHIN = Duration.ofSeconds(60);

  private TestGate other;
  private volatile JsonObject status = status("OPEN");

  @Override
  long stock() {
    return 1_000_000;
  }

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_SWITCH_REFRESH_MILLIS", "50", "SECKILL_SWITCH_UNKNOWN_MILLIS", "1000");
  }

  @BeforeEach
  void second() {
    till.answer(Addresses.SALE_STATUS, () -> status);
    other = new TestGate(vertx, clock(), environment());
  }

  @AfterEach
  void stopSecond() {
    other.stop();
  }

  private static JsonObject status(String status, String... paused) {
    return new JsonObject().put("status", status).put("paused", new JsonArray(List.of(paused)));
  }

  private String code(TestGate gateway, String item) {
    return gateway.buy("u" + System.nanoTime(), item).code();
  }

  private void awaitEverywhere(String item, String code) {
    for (TestGate gateway : List.of(gate, other)) {
      await().atMost(WITHIN).until(() -> code(gateway, item).equals(code));
    }
  }

  @Test
  @DisplayName(
      "a pause of all whose news got lost holds everywhere, and the till hears no purchase")
  void lostNews() {
    awaitEverywhere(ITEM, "ACCEPTED");
    status = status("PAUSED");
    awaitEverywhere(ITEM, "PAUSED");
    int batches = till.batches.size();
    Reply refused = gate.buy("u1", ITEM);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("Retry-After")).isNotNull();
    assertThat(till.batches).hasSize(batches);
    assertThat(
            gate.meters
                .get("seckill.gate")
                .tags("layer", "switch", "outcome", "PAUSED")
                .functionCounter()
                .count())
        .isPositive();
    status = status("OPEN");
    awaitEverywhere(ITEM, "ACCEPTED");
  }

  @Test
  @DisplayName(
      "a fact that does not say PAUSED closes nothing, and one that does not say OPEN opens")
  void rubbishFacts() {
    gate.stop();
    // Asks so seldom that only facts tell it anything.
    gate =
        new TestGate(
            vertx,
            clock(),
            Map.of(
                "SECKILL_SWITCH_REFRESH_MILLIS",
                "1500",
                "SECKILL_SWITCH_UNKNOWN_MILLIS",
                "600000"));
    await().until(() -> code(gate, ITEM).equals("ACCEPTED"));
    till.silence(Addresses.SALE_STATUS);
    Object[] rubbish = {
      null,
      "PAUSED",
      1,
      new JsonArray(),
      new JsonObject(),
      status("CLOSED"),
      status(null),
      new JsonObject().put("status", new JsonObject()),
      new JsonObject().put("itemId", ITEM),
      new JsonObject().put("itemId", ITEM).put("status", 0),
    };
    for (Object body : rubbish) {
      vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, body);
      vertx.eventBus().publish(Addresses.EVENT_ITEM_STATUS, body);
    }
    vertx
        .eventBus()
        .publish(
            Addresses.EVENT_ITEM_STATUS,
            new JsonObject().put("itemId", "1002").put("status", "PAUSED"));
    // Facts arrive in their order: the one that can be read was the last.
    await().until(() -> code(gate, "1002").equals("PAUSED"));
    assertThat(code(gate, ITEM)).isEqualTo("ACCEPTED");

    vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, status("PAUSED"));
    await().until(() -> code(gate, ITEM).equals("PAUSED"));
    for (Object body : rubbish) {
      vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, body);
    }
    // Each of the gateway's three listeners passes them over.
    await().until(() -> passedOver(Addresses.EVENT_ITEM_STATUS) == 3 * rubbish.length);
    await().until(() -> passedOver(Addresses.EVENT_SALE_STATUS) == 2 * rubbish.length);
    assertThat(code(gate, ITEM)).isEqualTo("PAUSED");
  }

  private double passedOver(String address) {
    return gate.meters.get("seckill.bus.passed.over").tag("address", address).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  @Test
  @DisplayName("one item is paused, the others go on")
  void oneItem() {
    status = status("OPEN", "1002");
    awaitEverywhere("1002", "PAUSED");
    awaitEverywhere(ITEM, "ACCEPTED");
  }

  @Test
  @DisplayName("news of a pause count before the till was asked again")
  void news() {
    awaitEverywhere(ITEM, "ACCEPTED");
    till.silence(Addresses.SALE_STATUS);
    vertx.eventBus().publish(Addresses.EVENT_SALE_STATUS, status("PAUSED"));
    awaitEverywhere(ITEM, "PAUSED");
  }

  @Test
  @DisplayName(
      "a gateway that can no longer learn the state is closed, and opens when it can again")
  void unknown() {
    awaitEverywhere(ITEM, "ACCEPTED");
    till.silence(Addresses.SALE_STATUS);
    awaitEverywhere(ITEM, "PAUSED");
    till.answer(Addresses.SALE_STATUS, () -> status);
    awaitEverywhere(ITEM, "ACCEPTED");
  }

  @Test
  @DisplayName("a gateway that starts while all is paused has not sold before it knows")
  void startsPaused() {
    status = status("PAUSED");
    TestGate third = new TestGate(vertx, clock(), environment());
    try {
      assertThat(code(third, ITEM)).isEqualTo("PAUSED");
    } finally {
      third.stop();
    }
  }
}
