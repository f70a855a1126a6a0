package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;

class RequestTimeoutTest extends GateTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_HTTP_REQUEST_TIMEOUT_MILLIS", "500",
        "SECKILL_HTTP_LOOK_MILLIS", "20",
        "SECKILL_BUS_PURCHASE_TIMEOUT_MILLIS", "60000",
        "SECKILL_BUS_REQUEST_TIMEOUT_MILLIS", "60000",
        "SECKILL_BUS_RECONCILE_TIMEOUT_MILLIS", "60000");
  }

  @Test
  @DisplayName(
      "a purchase that was sent and is not answered is PENDING with its order id, never failed")
  void tellsPending() {
    Promise<Void> hold = till.holdNext();

    Reply pending = gate.buy("u1", ITEM);

    assertThat(pending.status()).isEqualTo(202);
    assertThat(pending.code()).isEqualTo("PENDING");
    assertThat(pending.orderId()).isEqualTo(till.orderOf("u1"));
    assertThat(pending.header("Location")).isEqualTo("/api/items/1001/purchases/mine");
    assertThat(pending.header("Cache-Control")).isEqualTo("private, no-store");
    hold.complete();
    await().atMost(LONG).until(() -> gate.buy("u2", ITEM).code().equals("ACCEPTED"));
    assertThat(gate.buy("u1", ITEM).orderId()).isEqualTo(pending.orderId());
  }

  @Test
  @DisplayName("any other request that is not answered in time is DEGRADED, and may be repeated")
  void tellsDegraded() {
    till.silence(Addresses.ITEM_LIST);
    till.silence(Addresses.PURCHASE_MINE);

    for (Reply reply :
        new Reply[] {
          gate.get("/api/items", null),
          gate.get("/api/items/1001/purchases/mine", TestTokens.of("u1"))
        }) {
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.code()).isEqualTo("DEGRADED");
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    }
  }

  @Test
  @DisplayName("a reconciliation may take longer than other requests")
  void waitsForReconciliations() {
    till.silence(Addresses.RECONCILE_RUN);

    CompletableFuture<Reply> running =
        gate.send(
            gate.request("/admin/reconciliations", TestTokens.admin("op1"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"itemId\":\"1001\"}")));

    await().during(Duration.ofMillis(1200)).atMost(LONG).until(() -> !running.isDone());
    running.cancel(true);
  }
}
