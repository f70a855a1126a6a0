package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.SeckillException;

/** The till falls silent, goes away or says that its store is away. */
class FailFastTest extends GateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int AWAY = SeckillException.storeAway("").failureCode();

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_BUS_PURCHASE_TIMEOUT_MILLIS", "20000",
        "SECKILL_BREAKER_SLOW_MILLIS", "500",
        "SECKILL_BREAKER_OPEN_MILLIS", "1500",
        // All buyers come from one address.
        "SECKILL_RISK_ENABLED", "false");
  }

  private double state() {
    return gate.meters.get("seckill.breaker.state").gauge().value();
  }

  private double opened() {
    return gate.meters.get("seckill.breaker.transitions").tag("to", "OPEN").counter().count();
  }

  private void awaitState(int state) {
    await().atMost(PATIENCE).until(() -> state() == state);
  }

  /** Lets purchases fail until the breaker is open, and stay so. */
  private void open() {
    till.fail(Addresses.PURCHASE_BATCH, AWAY, "Redis is away");
    await().atMost(PATIENCE).until(() -> gate.buy("u0", ITEM).status() == 503 && state() == 2);
  }

  private List<CompletableFuture<Reply>> buyers(int count, Supplier<String> name) {
    return IntStream.range(0, count).mapToObj(i -> gate.buyAsync(name.get() + i, ITEM)).toList();
  }

  @Test
  @DisplayName("refusals are no faults: after a thousand of them the next unit is sold")
  void refusalsLeaveItClosed() {
    for (Outcome refusal :
        List.of(
            Outcome.SOLD_OUT,
            Outcome.DUPLICATE,
            Outcome.NOT_STARTED,
            Outcome.BAD_REQUEST,
            Outcome.RATE_LIMITED,
            Outcome.PAUSED,
            Outcome.BUSY,
            Outcome.DEGRADED)) {
      till.forced = refusal;
      for (int round = 0; round < 5; round++) {
        buyers(25, () -> "u").forEach(CompletableFuture::join);
      }
      assertThat(opened()).as("%s", refusal).isZero();
    }
    till.forced = null;
    assertThat(gate.buy("late", ITEM).code()).isEqualTo("ACCEPTED");
  }

  @Test
  @DisplayName("a silent till: who was sent stays PENDING, who waits hears 503 long before that")
  void silentTill() {
    Promise<Void> silence = till.holdNext();
    CompletableFuture<Reply> sent = gate.buyAsync("first", ITEM);
    await().until(() -> till.batches.size() == 1);
    List<CompletableFuture<Reply>> waiting = buyers(20, () -> "w");

    awaitState(2);
    for (CompletableFuture<Reply> reply : waiting) {
      assertThat(reply.join().code()).isEqualTo("DEGRADED");
    }
    for (int i = 0; i < 50; i++) {
      Reply refused = gate.buy("later" + i, ITEM);
      if (state() == 2) {
        assertThat(refused.status()).isEqualTo(503);
      }
    }
    assertThat(sent).isNotDone();
    silence.complete();
    assertThat(sent.join().code()).isEqualTo("ACCEPTED");
  }

  @Test
  @DisplayName("while it is open nothing is sent, and the answer is quick, kind and says when")
  void refusesAtOnce() {
    open();
    int sent = till.batches.size();
    till.forced = Outcome.SOLD_OUT;
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      long begin = System.nanoTime();
      Reply reply = gate.buy("u1", ITEM);
      millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
      if (state() != 2) {
        break;
      }
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.code()).isEqualTo("DEGRADED");
      assertThat(reply.json().getBoolean("retryable")).isTrue();
      assertThat(reply.header("Retry-After")).isEqualTo("2");
      assertThat(reply.header("Cache-Control")).isEqualTo("private, no-store");
    }
    assertThat(till.batches).hasSize(sent);
    assertThat(millis.stream().sorted().toList().get(millis.size() / 2)).isLessThan(300);
    assertThat(
            gate.meters
                .get("seckill.gate")
                .tag("layer", "breaker")
                .tag("outcome", "DEGRADED")
                .functionCounter()
                .count())
        .isPositive();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "en;q=0.3, zh;q=0.9 | 请",
        "zh-CN | 请",
        "en-US,en;q=0.9,zh;q=0.8 | Please",
        "fr | Please"
      })
  @DisplayName("the sentence comes in the buyer's language")
  void speaksTheBuyersLanguage(String accepted, String word) {
    open();
    Reply reply = gate.buy("u1", ITEM, "Accept-Language", accepted);
    assertThat(reply.code()).isEqualTo("DEGRADED");
    assertThat(reply.json().getString("detail")).contains(word);
  }

  @Test
  @DisplayName("one probe goes out at a time, and a probe that hears SOLD_OUT ends the outage")
  void probes() {
    open();
    till = new TillStandIn(vertx, 0, till);
    Promise<Void> hold = till.holdNext();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              replies.addAll(buyers(20, () -> "u" + replies.size() + "-"));
              return till.batches.size() == 1;
            });
    replies.addAll(buyers(100, () -> "x"));
    await()
        .atMost(PATIENCE)
        .until(() -> replies.stream().filter(reply -> !reply.isDone()).count() == 1);
    assertThat(till.batches).hasSize(1);
    assertThat(till.batches.get(0).attempts()).hasSize(1);
    assertThat(state()).isEqualTo(1);

    hold.complete();

    awaitState(0);
    assertThat(replies)
        .extracting(reply -> reply.join().code())
        .containsOnlyOnce("SOLD_OUT")
        .contains("DEGRADED");
    till.restock(1);
    // The board lets one attempt through now and then.
    await().atMost(PATIENCE).until(() -> gate.buy("lucky", ITEM).code().equals("ACCEPTED"));
  }

  @Test
  @DisplayName("a probe with a body that cannot be read makes room for the next")
  void aBadProbeMakesRoom() {
    open();
    till = new TillStandIn(vertx, 5, till);
    await().atMost(PATIENCE).until(() -> gate.buyWith("u1", ITEM, "{").status() == 400);
    assertThat(gate.buy("u2", ITEM).code()).isEqualTo("ACCEPTED");
    assertThat(state()).isZero();
  }

  @Test
  @DisplayName("an answer to a purchase of before does not end the outage")
  void lateAnswers() {
    Promise<Void> late = till.holdNext();
    CompletableFuture<Reply> old = gate.buyAsync("old", ITEM);
    await().until(() -> till.batches.size() == 1);
    List<CompletableFuture<Reply>> waiting = buyers(10, () -> "w");
    awaitState(2);

    late.complete();

    assertThat(old.join().code()).isEqualTo("ACCEPTED");
    waiting.forEach(CompletableFuture::join);
    assertThat(gate.meters.get("seckill.breaker.transitions").tag("to", "CLOSED").counter().count())
        .isZero();
  }

  @Test
  @DisplayName("one item's broken keys do not close the sale of the others, a lost store does")
  void tellsAnItemFromTheStore() {
    till.forced = Outcome.DEGRADED;
    for (int i = 0; i < 100; i++) {
      assertThat(gate.buy("u" + i, ITEM).code()).isEqualTo("DEGRADED");
    }
    assertThat(opened()).isZero();
    till.forcedResult = PurchaseResult.ofStoreAway();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(gate.buy("u1", ITEM).code()).isEqualTo("DEGRADED");
              return opened() == 1;
            });
  }

  @Test
  @DisplayName("switched off, every purchase is sent")
  void canBeSwitchedOff() {
    gate.stop();
    gate = new TestGate(vertx, clock(), Map.of("SECKILL_BREAKER_ENABLED", "false"));
    till.fail(Addresses.PURCHASE_BATCH, AWAY, "Redis is away");
    for (int i = 0; i < 20; i++) {
      gate.buy("u" + i, ITEM);
    }
    till = new TillStandIn(vertx, 5, till);
    assertThat(gate.buy("u1", ITEM).code()).isEqualTo("ACCEPTED");
  }
}
