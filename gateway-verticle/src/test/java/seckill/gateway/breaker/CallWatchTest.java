package seckill.gateway.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.junit5.VertxExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.breaker.Breaker.State;

@ExtendWith(VertxExtension.class)
class CallWatchTest {
  private static final int TICKS = 7;

  private final AtomicLong nanos = new AtomicLong();
  private final Breaker breaker =
      new Breaker(
          new BreakerSettings(true, 3, 80, 50, 10_000, 300, 1000),
          2000,
          nanos::get,
          (next, why) -> {});
  private final AtomicInteger flushed = new AtomicInteger();
  private CallWatch watch;

  @BeforeEach
  void open(Vertx vertx) {
    watch = new CallWatch(vertx, breaker);
    watch.onOpen(flushed::incrementAndGet);
  }

  private void tick(int times) {
    for (int i = 0; i < times; i++) {
      nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(50));
      watch.tick();
    }
  }

  @Test
  @DisplayName("enough calls that wait for the limit open the breaker, and what waits is told")
  void opens() {
    watch.begin();
    watch.begin();
    tick(3);
    watch.begin();
    tick(TICKS - 3);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    tick(2);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    tick(1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(flushed).hasValue(1);
  }

  @Test
  @DisplayName("calls that end in time or late are no longer counted")
  void countsOnlyThoseThatWait() {
    List<Long> tickets = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tickets.add(watch.begin());
      if (i % 3 == 0) {
        tick(1);
      }
      if (tickets.size() > 2) {
        watch.end(tickets.remove(0));
      }
    }
    tick(100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    tickets.forEach(watch::end);
    watch.begin();
    watch.begin();
    tick(100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @DisplayName("a loop that stood still has not listened, and counts nothing against its calls")
  void forgivesAStandstill() {
    for (int i = 0; i < 10; i++) {
      watch.begin();
    }
    tick(3);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(20));
    watch.tick();
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @DisplayName("calls of before the breaker opened do not open it again, whenever they end")
  void forgetsEarlierCalls() {
    List<Long> old = List.of(watch.begin(), watch.begin(), watch.begin());
    tick(TICKS);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    breaker.answered(breaker.tryProbe(), false);
    tick(100);
    old.forEach(watch::end);
    tick(100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    watch.begin();
    watch.begin();
    tick(100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    watch.begin();
    tick(TICKS);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(flushed).hasValue(2);
  }

  @Test
  @DisplayName("a timeout, nobody there, a fault and a store that is away count; refusals do not")
  void tellsFaultsFromRefusals() {
    for (Outcome outcome : Outcome.values()) {
      ReplyException refusal =
          new ReplyException(ReplyFailure.RECIPIENT_FAILURE, outcome.failureCode(), "no");
      assertThat(BusFault.is(refusal)).as("%s", outcome).isEqualTo(outcome == Outcome.INTERNAL);
    }
    int away = SeckillException.storeAway("gone").failureCode();
    assertThat(Outcome.ofFailureCode(away)).isEqualTo(Outcome.DEGRADED);
    for (ReplyException fault :
        List.of(
            new ReplyException(ReplyFailure.TIMEOUT, "late"),
            new ReplyException(ReplyFailure.NO_HANDLERS, "nobody"),
            new ReplyException(ReplyFailure.RECIPIENT_FAILURE, away, "gone"))) {
      for (int i = 0; i < 3; i++) {
        assertThat(BusFault.is(fault)).isTrue();
      }
    }
  }

  @Test
  @DisplayName("a watched call tells the breaker its end")
  void watchesACall() {
    for (int i = 0; i < 3; i++) {
      Promise<String> answer = Promise.promise();
      assertThat(watch.call(answer::future)).isSameAs(answer.future()).isNotNull();
      answer.fail(new ReplyException(ReplyFailure.TIMEOUT, "late"));
    }
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.reason()).isEqualTo("3 of the last 3 calls failed");
  }
}
