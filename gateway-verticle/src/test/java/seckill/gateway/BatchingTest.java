package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BatchingTest extends GateTest {
  private static final int WAITING = 8;

  @Override
  long stock() {
    return 100;
  }

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_BUS_MAX_WAITING", String.valueOf(WAITING),
        "SECKILL_BUS_MAX_BATCH", "5",
        "SECKILL_BUS_PURCHASE_TIMEOUT_MILLIS", "60000");
  }

  private List<CompletableFuture<Reply>> buyMany(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> gate.buyAsync(prefix + i, ITEM)).toList();
  }

  @Test
  @DisplayName("a lone attempt goes at once, and those that arrive meanwhile go together")
  void batchesWhatArrivesMeanwhile() {
    Promise<Void> hold = till.holdNext();
    CompletableFuture<Reply> lone = gate.buyAsync("lone", ITEM);
    await().until(() -> till.batches.size() == 1);
    // One more than may wait: its refusal tells that all have arrived.
    List<CompletableFuture<Reply>> others = buyMany("u", WAITING + 1);
    await().until(() -> others.stream().anyMatch(CompletableFuture::isDone));
    assertThat(till.batches).hasSize(1);

    hold.complete();

    assertThat(lone.join().code()).isEqualTo("ACCEPTED");
    List<Reply> accepted =
        others.stream().map(CompletableFuture::join).filter(r -> r.status() == 202).toList();
    assertThat(accepted).hasSize(WAITING);
    assertThat(accepted.stream().map(Reply::orderId).distinct()).hasSize(WAITING);
    assertThat(till.batches).extracting(batch -> batch.attempts().size()).containsExactly(1, 5, 3);
  }

  @Test
  @DisplayName("every buyer of a batch hears the answer to their own attempt")
  void answersEachTheirOwn() {
    Promise<Void> hold = till.holdNext();
    gate.buyAsync("lone", ITEM);
    await().until(() -> till.batches.size() == 1);
    List<CompletableFuture<Reply>> others = buyMany("u", 5);

    hold.complete();

    for (int i = 0; i < others.size(); i++) {
      assertThat(others.get(i).join().orderId()).isEqualTo(till.orderOf("u" + i));
    }
  }

  @Test
  @DisplayName("over the waiting limit the answer is 503 BUSY at once")
  void refusesOverTheLimit() {
    Promise<Void> hold = till.holdNext();
    CompletableFuture<Reply> lone = gate.buyAsync("lone", ITEM);
    await().until(() -> till.batches.size() == 1);

    List<CompletableFuture<Reply>> many = buyMany("u", WAITING + 20);
    await().until(() -> many.stream().filter(CompletableFuture::isDone).count() == 20);

    many.stream()
        .filter(CompletableFuture::isDone)
        .map(CompletableFuture::join)
        .forEach(
            reply -> {
              assertThat(reply.status()).isEqualTo(503);
              assertThat(reply.code()).isEqualTo("BUSY");
              assertThat(reply.header("Retry-After")).isEqualTo("1");
            });
    hold.complete();
    assertThat(lone.join().status()).isEqualTo(202);
    assertThat(many.stream().filter(reply -> reply.join().status() == 202)).hasSize(WAITING);
    assertThat(till.holderCount()).isEqualTo(WAITING + 1);
  }

  @Test
  @DisplayName("items do not wait for one another")
  void itemsAreIndependent() {
    Promise<Void> hold = till.holdNext();
    CompletableFuture<Reply> slow = gate.buyAsync("u1", ITEM);
    await().until(() -> till.batches.size() == 1);

    assertThat(gate.buy("u2", "1002").code()).isEqualTo("ACCEPTED");
    assertThat(slow).isNotDone();
    hold.complete();
    assertThat(slow.join().code()).isEqualTo("ACCEPTED");
  }

  @Test
  @DisplayName("a batch tells how long it may take, and no time of the gateway's clock")
  void carriesTheTimeLeft() {
    gate.buy("u1", ITEM);
    assertThat(till.batches.get(0).timeLeftMillis()).isEqualTo(60_000);
  }

  @Test
  @DisplayName("purchases, batches and latency are counted")
  void counts() {
    gate.buy("u1", ITEM);
    gate.buy("u1", ITEM);
    gate.buyWith("u2", ITEM, "{");

    assertThat(count("ACCEPTED")).isEqualTo(1);
    assertThat(count("DUPLICATE")).isEqualTo(1);
    assertThat(count("BAD_REQUEST")).isEqualTo(1);
    assertThat(gate.meters.get("seckill.gateway.batch.size").summary().count()).isEqualTo(2);
    assertThat(gate.meters.get("seckill.gateway.purchase.latency").timer().count()).isEqualTo(2);
  }

  private double count(String outcome) {
    return gate.meters.get("seckill.gateway.purchases").tag("outcome", outcome).counter().count();
  }
}
