package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;

/** What purchases cost the bus, in messages. */
class BusCostTest extends GateTest {
  private static final int BUYERS = 64;
  private static final String REPLIES = "replies";

  private final Map<String, AtomicInteger> messages = new ConcurrentHashMap<>();

  @Override
  long stock() {
    return 1000;
  }

  @Override
  Map<String, String> environment() {
    return Map.of(
        // Its tokens come in chunks of time, so a slow machine asks more often.
        "SECKILL_BUCKET_ENABLED",
        "false",
        "SECKILL_BUS_MAX_WAITING",
        String.valueOf(BUYERS),
        "SECKILL_BUS_PURCHASE_TIMEOUT_MILLIS",
        "60000");
  }

  private void count() {
    vertx
        .eventBus()
        .addOutboundInterceptor(
            delivery -> {
              String address = delivery.message().address();
              messages
                  .computeIfAbsent(
                      address.startsWith("__vertx.reply") ? REPLIES : address,
                      first -> new AtomicInteger())
                  .incrementAndGet();
              delivery.next();
            });
  }

  private int sent(String address) {
    return messages.getOrDefault(address, new AtomicInteger()).get();
  }

  @Test
  @DisplayName("a batch is one message and one answer, however many purchases it holds")
  void oneMessagePerBatch() {
    gate.buy("warm", ITEM);
    Promise<Void> hold = till.holdNext();
    count();
    CompletableFuture<Reply> lone = gate.buyAsync("lone", ITEM);
    await().until(() -> till.batches.size() == 2);
    // One more than may wait: its refusal tells that all have arrived.
    List<CompletableFuture<Reply>> others =
        IntStream.rangeClosed(0, BUYERS).mapToObj(i -> gate.buyAsync("u" + i, ITEM)).toList();
    await().until(() -> others.stream().anyMatch(CompletableFuture::isDone));
    hold.complete();
    lone.join();
    others.forEach(CompletableFuture::join);

    assertThat(till.batches)
        .extracting(batch -> batch.attempts().size())
        .containsExactly(1, 1, BUYERS);
    assertThat(sent(Addresses.PURCHASE_BATCH)).isEqualTo(2);
    // Besides those, news of blocks and switches by the clock.
    int all = messages.values().stream().mapToInt(AtomicInteger::get).sum();
    assertThat(all).as(messages.toString()).isLessThan(BUYERS);
  }
}
