package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class OrdersTest extends GateTest {
  private static final String MINE = "/api/items/1001/purchases/mine";

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_BUS_REQUEST_TIMEOUT_MILLIS", "1000");
  }

  private void penKnows(String orderId) {
    till.answer(
        Addresses.ORDER_GET,
        () ->
            new JsonObject()
                .put("orderId", orderId)
                .put("itemId", ITEM)
                .put("status", "CREATED")
                .put("priceCents", 149900));
  }

  @Test
  @DisplayName("a written order is told with its price, to the buyer the pen was asked about")
  void tellsAWrittenOrder() {
    String orderId = gate.buy("u1", ITEM).orderId();
    penKnows(orderId);

    Reply mine = gate.get(MINE, TestTokens.of("u1"));
    Reply order = gate.get("/api/orders/" + orderId, TestTokens.of("u1"));

    assertThat(mine.status()).isEqualTo(200);
    assertThat(mine.json().getString("status")).isEqualTo("CREATED");
    assertThat(order.json()).isEqualTo(mine.json());
    assertThat(till.requests)
        .allMatch(
            request ->
                request.getString("userId").equals("u1")
                    && request.getString("orderId").equals(orderId));
  }

  @Test
  @DisplayName("a known receipt is QUEUED while the pen is away, silent or does not know it yet")
  void aReceiptIsEnough() {
    Reply bought = gate.buy("u1", ITEM);
    JsonObject queued =
        new JsonObject()
            .put("orderId", bought.orderId())
            .put("itemId", ITEM)
            .put("status", "QUEUED");
    List<Runnable> pens =
        List.of(
            () -> {},
            () -> till.fail(Addresses.ORDER_GET, Outcome.NOT_FOUND, "not yet"),
            () -> till.fail(Addresses.ORDER_GET, Outcome.INTERNAL, "stumbled"),
            () -> till.silence(Addresses.ORDER_GET));
    for (Runnable pen : pens) {
      pen.run();

      assertThat(gate.get(MINE, TestTokens.of("u1")).json()).isEqualTo(queued);
      assertThat(gate.get(bought.header("Location"), TestTokens.of("u1")).json()).isEqualTo(queued);
    }
  }

  @Test
  @DisplayName("another user's order is not found, whatever is asked")
  void ownOrdersOnly() {
    Reply bought = gate.buy("u1", ITEM);
    till.fail(Addresses.ORDER_GET, Outcome.NOT_FOUND, "not this user's");

    for (String path :
        List.of("/api/orders/" + bought.orderId(), bought.header("Location"), MINE)) {
      Reply reply = gate.get(path, TestTokens.of("u2"));
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.json().getBoolean("retryable")).isTrue();
      assertThat(reply.body()).doesNotContain(bought.orderId());
    }
    assertThat(gate.get(MINE + "?userId=u1", TestTokens.of("u2")).status()).isEqualTo(403);
    assertThat(gate.get(MINE, null).status()).isEqualTo(401);
  }

  @Test
  @DisplayName("personal answers and errors are private and stored nowhere")
  void isPrivate() {
    Reply bought = gate.buy("u1", ITEM);
    for (String token : new String[] {TestTokens.of("u1"), TestTokens.of("u2"), null}) {
      for (String path : List.of(MINE, bought.header("Location"), "/nowhere", "/api/items/0")) {
        assertThat(gate.get(path, token).header("Cache-Control")).isEqualTo("private, no-store");
      }
    }
    assertThat(gate.buy("u1", ITEM).header("Cache-Control")).isEqualTo("private, no-store");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "x", "0198C0F0-0000-7000-8000-000000000000", "%00", "*"})
  @DisplayName("an order id that is none is 400")
  void refusesOddOrderIds(String orderId) {
    assertThat(gate.get("/api/orders/" + orderId, TestTokens.of("u1")).status()).isEqualTo(400);
    assertThat(till.requests).isEmpty();
  }
}
