package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.testkit.TestVertx.await;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;

/** The auditor looks twice at a gap, some seconds apart; whoever asks must hear what it found. */
class ReconcileRequestTest extends GateTest {

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_BUS_REQUEST_TIMEOUT_MILLIS", "50");
  }

  @Test
  @DisplayName("a reconciliation that takes longer than other requests is waited for")
  void waitsForTheSecondLook() {
    await(
        vertx
            .eventBus()
            .<JsonObject>consumer(
                Addresses.RECONCILE_RUN,
                request ->
                    vertx.setTimer(
                        500, looked -> request.reply(new JsonObject().put("verdict", "FINDINGS"))))
            .completion());

    Reply reply =
        gate.post("/admin/reconciliations", TestTokens.admin("op1"), "{\"itemId\":\"1001\"}");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("verdict")).isEqualTo("FINDINGS");
  }

  @Test
  @DisplayName("a repair is asked for in the name of the token's subject, and by a plain yes or no")
  void asksForRepairs() {
    till.answer(Addresses.RECONCILE_RUN, () -> new JsonObject().put("verdict", "FINDINGS"));

    assertThat(reconcile("{\"itemId\":\"1001\",\"repair\":true}")).isEqualTo(200);
    assertThat(reconcile("{\"itemId\":\"1001\",\"repair\":\"yes\"}")).isEqualTo(400);
    assertThat(reconcile("{\"itemId\":\"1001\",\"repairs\":true}")).isEqualTo(400);

    assertThat(till.requests)
        .containsExactly(
            new JsonObject()
                .put("itemId", "1001")
                .put("repair", true)
                .put("actor", "op1")
                .put("address", Addresses.RECONCILE_RUN));
  }

  private int reconcile(String body) {
    return gate.post("/admin/reconciliations", TestTokens.admin("op1"), body).status();
  }

  @Test
  @DisplayName("by default the gate waits well beyond the auditor's grace time, and hangs up later")
  void defaultsFitTogether() {
    JsonObject gateway = TestGate.settings(Map.of());
    long grace =
        new SettingsLoader("reconcile")
            .load(new JsonObject(), Map.of())
            .getJsonObject("reconcile")
            .getLong("graceMillis");

    long patience = gateway.getJsonObject("bus").getLong("reconcileTimeoutMillis");

    assertThat(patience).isGreaterThanOrEqualTo(3 * grace);
    assertThat(gateway.getJsonObject("http").getLong("idleTimeoutSeconds") * 1000)
        .isGreaterThan(patience);
  }
}
