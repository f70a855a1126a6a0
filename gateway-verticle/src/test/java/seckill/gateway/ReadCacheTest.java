package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.ReadCache.Read;
import seckill.testkit.MovingClock;

class ReadCacheTest {
  private static final Instant START = Instant.parse("2026-12-01T00:00:00Z");
  private static final SeckillException FAULT = new SeckillException(Outcome.DEGRADED, "away");

  private final MovingClock clock = new MovingClock(START);
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
  private final List<Promise<String>> questions = new ArrayList<>();
  // Patient, so that no answer of a test comes too late on a machine that is slow for a moment.
  private final ReadCache<String, String> cache = cache(3_600_000);

  private ReadCache<String, String> cache(long patienceMillis) {
    ReadCache.Limits limits = new ReadCache.Limits(10, 60_000, 1000, 600_000, patienceMillis);
    return new ReadCache<>(limits, clock, nanos::get, key -> ask());
  }

  private Future<String> ask() {
    questions.add(Promise.promise());
    return questions.get(questions.size() - 1).future();
  }

  private Promise<String> question() {
    return questions.get(questions.size() - 1);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    clock.advance(time);
  }

  private void know(String value) {
    cache.get("k");
    question().complete(value);
    pass(Duration.ofMinutes(1));
  }

  private static Read<String> fresh(String value) {
    return new Read<>(value, null);
  }

  @Test
  @DisplayName("one question answers all who ask until the answer is too old")
  void asksOnce() {
    List<Future<Read<String>>> reads = List.of(cache.get("k"), cache.get("k"));
    question().complete("a");
    assertThat(reads).allMatch(read -> read.result().equals(fresh("a")));
    pass(Duration.ofMillis(59_999));
    assertThat(cache.get("k").result()).isEqualTo(fresh("a"));
    assertThat(questions).hasSize(1);
    pass(Duration.ofMillis(1));
    cache.get("k");
    assertThat(questions).hasSize(2);
  }

  @Test
  @DisplayName("after a fault the last answer is given, marked with its time, and soon asked again")
  void givesTheLastAnswer() {
    know("a");
    Future<Read<String>> read = cache.get("k");
    question().fail(FAULT);
    assertThat(read.result()).isEqualTo(new Read<>("a", START));
    for (int i = 0; i < 100; i++) {
      assertThat(cache.get("k").result()).isEqualTo(new Read<>("a", START));
    }
    assertThat(questions).hasSize(2);
    pass(Duration.ofSeconds(1));
    read = cache.get("k");
    question().complete("b");
    assertThat(read.result()).isEqualTo(fresh("b"));
    assertThat(questions).hasSize(3);
  }

  @Test
  @DisplayName(
      "a reader waits a moment for silence, later ones not at all, and one question is open")
  void doesNotWaitForSilence() {
    ReadCache<String, String> hasty = cache(1);
    hasty.get("k");
    question().complete("a");
    pass(Duration.ofMinutes(1));
    Future<Read<String>> first = hasty.get("k");
    await().until(first::isComplete);
    assertThat(first.result()).isEqualTo(new Read<>("a", START));
    pass(Duration.ofMinutes(2));
    assertThat(hasty.get("k").result()).isEqualTo(new Read<>("a", START));
    assertThat(questions).hasSize(2);

    question().complete("late");
    hasty.get("k");
    assertThat(questions).hasSize(3);
    question().complete("b");
    assertThat(hasty.get("k").result()).isEqualTo(fresh("b"));
    assertThat(questions).hasSize(3);
  }

  @Test
  @DisplayName("what is older than the limit is given to nobody")
  void forgets() {
    know("a");
    pass(Duration.ofMinutes(9));
    Future<Read<String>> read = cache.get("k");
    question().fail(FAULT);
    assertThat(read.cause()).isSameAs(FAULT);
    assertThat(cache.get("k").cause()).isSameAs(FAULT);
    assertThat(questions).hasSize(2);
  }

  @Test
  @DisplayName("without an earlier answer a fault is told, once for all who ask in a moment")
  void remembersFaults() {
    Future<Read<String>> read = cache.get("k");
    question().fail(FAULT);
    assertThat(read.cause()).isSameAs(FAULT);
    assertThat(cache.get("k").cause()).isSameAs(FAULT);
    assertThat(questions).hasSize(1);
    pass(Duration.ofSeconds(1));
    assertThat(cache.get("k").isComplete()).isFalse();
  }

  @Test
  @DisplayName("a refusal is an answer: it takes the place of what was known")
  void refusalsAreAnswers() {
    know("a");
    SeckillException gone = new SeckillException(Outcome.NOT_FOUND, "gone");
    Future<Read<String>> read = cache.get("k");
    question().fail(gone);
    assertThat(read.cause()).isSameAs(gone);
    pass(Duration.ofMinutes(1));
    read = cache.get("k");
    question().fail(FAULT);
    assertThat(read.cause()).isSameAs(FAULT);
  }

  @Test
  @DisplayName(
      "news makes what is known old, and an answer of before the news is not taken for new")
  void newsMakesOld() {
    know("a");
    cache.get("k");
    Promise<String> before = question();
    cache.clear();
    Future<Read<String>> read = cache.get("k");
    Promise<String> after = question();
    assertThat(after).isNotSameAs(before);
    before.complete("old");
    after.fail(FAULT);
    assertThat(read.result()).isEqualTo(new Read<>("a", START));
    pass(Duration.ofSeconds(1));
    read = cache.get("k");
    question().complete("b");
    assertThat(read.result()).isEqualTo(fresh("b"));
  }
}
