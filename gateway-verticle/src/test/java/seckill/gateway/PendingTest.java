package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;

class PendingTest extends GateTest {
  private static final String MINE = "/api/items/1001/purchases/mine";

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_BUS_PURCHASE_TIMEOUT_MILLIS", "1000");
  }

  @Test
  @DisplayName("an answer that comes too late is PENDING, and the way to ask leads to the order")
  void neverTellsALateAnswerAsAFailure() {
    Promise<Void> late = till.holdNext();

    Reply reply = gate.buy("u1", ITEM);

    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.code()).isEqualTo("PENDING");
    assertThat(reply.orderId()).isEqualTo(till.orderOf("u1"));
    assertThat(reply.header("Location")).isEqualTo(MINE);
    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.json().getString("result")).isEqualTo(MINE);
    late.complete();

    Reply mine = gate.get(reply.json().getString("result"), TestTokens.of("u1"));
    assertThat(mine.status()).isEqualTo(200);
    assertThat(mine.json())
        .isEqualTo(
            new JsonObject()
                .put("orderId", reply.orderId())
                .put("itemId", ITEM)
                .put("status", "QUEUED"));
    Reply retry = gate.buy("u1", ITEM);
    assertThat(retry.code()).isEqualTo("DUPLICATE");
    assertThat(retry.orderId()).isEqualTo(reply.orderId());
    assertThat(till.holderCount()).isEqualTo(1);
  }

  @Test
  @DisplayName("every attempt of a batch that times out is pending with its own order id")
  void allOfABatchArePending() {
    till.holdNext();
    till.holdNext();
    CompletableFuture<Reply> first = gate.buyAsync("u1", ITEM);
    await().until(() -> till.batches.size() == 1);
    CompletableFuture<Reply> second = gate.buyAsync("u2", ITEM);
    CompletableFuture<Reply> third = gate.buyAsync("u3", ITEM);

    assertThat(first.join().code()).isEqualTo("PENDING");
    // These waited behind the first: sent and pending, or too old to be sent and nothing happened.
    for (CompletableFuture<Reply> reply : List.of(second, third)) {
      assertThat(reply.join().code()).isIn("PENDING", "BUSY");
    }
    assertThat(first.join().orderId()).isEqualTo(till.orderOf("u1"));
  }

  @Test
  @DisplayName("attempts that waited longer than the limit are refused unsent")
  void dropsStaleAttempts() {
    till.holdNext();
    CompletableFuture<Reply> first = gate.buyAsync("u1", ITEM);
    await().until(() -> till.batches.size() == 1);
    till.holdNext();
    CompletableFuture<Reply> second = gate.buyAsync("u2", ITEM);

    assertThat(first.join().code()).isEqualTo("PENDING");
    Reply reply = second.join();
    boolean sent = till.batches.size() > 1;
    assertThat(reply.code()).isEqualTo(sent ? "PENDING" : "BUSY");
    assertThat(till.orderOf("u2") != null).isEqualTo(sent);
  }

  @Test
  @DisplayName("without a till nothing happened, and the answer is 503 at once")
  void nothingHappensWithoutATill() {
    till.leave();

    Reply reply = gate.buy("u1", ITEM);

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("DEGRADED");
    assertThat(reply.header("Retry-After")).isEqualTo("1");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"NOT_FOUND", "BUSY", "DEGRADED", "PAUSED", "CONFLICT"})
  @DisplayName("a refusal of the whole batch is told as what it is")
  void tellsARefusalOfTheBatch(Outcome outcome) {
    till.fail(Addresses.PURCHASE_BATCH, outcome, "no");

    assertThat(gate.buy("u1", ITEM).code()).isEqualTo(outcome.name());
  }

  @Test
  @DisplayName("a fault of the till, or an answer that makes no sense, leaves the outcome unknown")
  void faultsArePending() {
    till.fail(Addresses.PURCHASE_BATCH, Outcome.INTERNAL, "stumbled");
    assertThat(gate.buy("u1", ITEM).code()).isEqualTo("PENDING");

    till.leave();
    vertx
        .eventBus()
        .consumer(Addresses.PURCHASE_BATCH, message -> message.reply(Buffer.buffer("nonsense")));
    assertThat(gate.buy("u1", ITEM).code()).isEqualTo("PENDING");
  }

  @Test
  @DisplayName("a purchase without a receipt may still show up, and the answer says so")
  void aMissingReceiptMayShowUp() {
    Reply reply = gate.get(MINE, TestTokens.of("u1"));

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.code()).isEqualTo("NOT_FOUND");
    assertThat(reply.json().getBoolean("retryable")).isTrue();
    assertThat(reply.json().getString("detail")).contains("may still show up");
  }
}
