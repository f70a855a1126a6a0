package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class SoldOutTest extends GateTest {

  @Override
  long stock() {
    return 1;
  }

  @Override
  Map<String, String> environment() {
    // So long that no probe goes through while a test looks.
    return Map.of("SECKILL_BOARD_PROBE_MILLIS", "60000");
  }

  private void sellOut() {
    assertThat(gate.buy("holder", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(gate.buy("first", ITEM).code()).isEqualTo("SOLD_OUT");
    awaitLocalAnswers(gate);
  }

  private void awaitLocalAnswers(TestGate of) {
    await()
        .until(
            () -> {
              int asked = till.batches.size();
              return of.buy("stranger", ITEM).code().equals("SOLD_OUT")
                  && till.batches.size() == asked;
            });
  }

  @Test
  @DisplayName("strangers hear SOLD_OUT without the till, holders hear their order from the till")
  void answersStrangersLocally() {
    sellOut();
    int asked = till.batches.size();

    Reply stranger = gate.buy("stranger", ITEM);
    assertThat(stranger.status()).isEqualTo(409);
    assertThat(stranger.header("Cache-Control")).isEqualTo("private, no-store");
    assertThat(till.batches).hasSize(asked);
    Reply holder = gate.buy("holder", ITEM);

    assertThat(holder.code()).isEqualTo("DUPLICATE");
    assertThat(holder.orderId()).isEqualTo(till.orderOf("holder"));
    assertThat(till.batches).hasSize(asked + 1);
    assertThat(gate.meters.get("seckill.gateway.board.answers").counter().count()).isPositive();
  }

  @Test
  @DisplayName("that an item is gone is told before the token is verified, a holder's order is not")
  void tellsNoOrderToForgers() {
    sellOut();
    String forged = TestTokens.of("stranger") + "x";
    String forgedHolder = TestTokens.of("holder") + "x";
    String path = "/api/items/" + ITEM + "/purchases";

    assertThat(gate.post(path, forged, "").code()).isEqualTo("SOLD_OUT");
    assertThat(gate.post(path, forgedHolder, "").code()).isEqualTo("UNAUTHENTICATED");
    assertThat(gate.post(path, null, "").code()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  @DisplayName("an event opens a restocked item at once")
  void opensOnTheEvent() {
    sellOut();
    till.restock(1);
    vertx.eventBus().publish(Addresses.EVENT_RESTOCKED, new JsonObject().put("itemId", ITEM));

    await().until(() -> gate.buy("second", ITEM).code().equals("ACCEPTED"));
  }

  @Test
  @DisplayName("a lost event is healed by a probe")
  void opensByAProbe() {
    TestGate probing =
        new TestGate(vertx, Clock.systemUTC(), Map.of("SECKILL_BOARD_PROBE_MILLIS", "900"));
    assertThat(gate.buy("holder", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(probing.buy("first", ITEM).code()).isEqualTo("SOLD_OUT");
    awaitLocalAnswers(probing);
    till.restock(1);

    await().until(() -> probing.buy("second", ITEM).code().equals("ACCEPTED"));
  }

  @Test
  @DisplayName("a pause is told within the probe interval, with and without its event")
  void tellsAPause() {
    sellOut();
    till.forced = Outcome.PAUSED;
    vertx
        .eventBus()
        .publish(
            Addresses.EVENT_ITEM_STATUS,
            new JsonObject().put("itemId", ITEM).put("status", "PAUSED"));

    await().until(() -> gate.buy("second", ITEM).code().equals("PAUSED"));
  }

  @Test
  @DisplayName("who bought through another gateway while an event was lost hears their order")
  void learnsOfSalesElsewhere() {
    sellOut();
    TestGate other = new TestGate(vertx);
    till.restock(1);
    assertThat(other.buy("elsewhere", ITEM).code()).isEqualTo("ACCEPTED");
    // Any answer of the till tells this gateway of the new count.
    assertThat(gate.buy("holder", ITEM).code()).isEqualTo("DUPLICATE");

    Reply retry = gate.buy("elsewhere", ITEM);

    assertThat(retry.code()).isEqualTo("DUPLICATE");
    assertThat(retry.orderId()).isEqualTo(till.orderOf("elsewhere"));
  }
}
