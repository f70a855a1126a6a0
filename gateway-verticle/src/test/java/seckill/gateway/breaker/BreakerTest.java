package seckill.gateway.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.gateway.breaker.Breaker.State;

class BreakerTest {
  private static final BreakerSettings SETTINGS =
      new BreakerSettings(true, 5, 80, 50, 10_000, 300, 1000);
  private static final long PROBE_MILLIS = 2000;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
  private final List<State> changes = new ArrayList<>();
  private final Breaker breaker =
      new Breaker(SETTINGS, PROBE_MILLIS, nanos::get, (next, why) -> changes.add(next));

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void fail(int calls) {
    for (int i = 0; i < calls; i++) {
      breaker.answered(breaker.generation(), true);
    }
  }

  private void succeed(int calls) {
    for (int i = 0; i < calls; i++) {
      breaker.answered(breaker.generation(), false);
    }
  }

  private long halfOpen() {
    fail(5);
    pass(Duration.ofSeconds(1));
    return breaker.tryProbe();
  }

  @Test
  @DisplayName("the fifth fault opens it, and nothing is sent until the wait is over")
  void opensAtTheLimit() {
    fail(4);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    fail(1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    pass(Duration.ofMillis(999));
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    pass(Duration.ofMillis(1));
    assertThat(breaker.tryProbe()).isEqualTo(breaker.generation());
    assertThat(changes).containsExactly(State.OPEN, State.HALF_OPEN);
  }

  @Test
  @DisplayName("four faults, ten quiet minutes and one fault leave it closed")
  void forgetsOldFaults() {
    fail(4);
    pass(Duration.ofMinutes(10));
    fail(1);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    pass(Duration.ofMillis(9_999));
    fail(3);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    fail(1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test
  @DisplayName("a few faults among many good calls leave it closed")
  void looksAtTheShare() {
    for (int round = 0; round < 100; round++) {
      succeed(3);
      fail(7);
    }
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    fail(40);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test
  @DisplayName("any number of good calls, refusals among them, leaves it closed")
  void refusalsAreGoodCalls() {
    succeed(1000);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(changes).isEmpty();
  }

  @Test
  @DisplayName("an answer to a call of before it opened neither closes nor reopens it")
  void ignoresLateAnswers() {
    long old = breaker.generation();
    fail(10);
    breaker.answered(old, false);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    pass(Duration.ofSeconds(1));
    long probe = breaker.tryProbe();
    breaker.answered(old, false);
    breaker.answered(old, true);
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    breaker.answered(probe, false);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    for (int i = 0; i < 10; i++) {
      breaker.answered(old, true);
      breaker.answered(probe, true);
    }
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @DisplayName("one probe at a time; a good one closes it and leaves no fault behind")
  void probesOnce() {
    long probe = halfOpen();
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    breaker.answered(probe, false);
    fail(4);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @DisplayName("a failed probe opens it for the whole wait again")
  void reopens() {
    breaker.answered(halfOpen(), true);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    pass(Duration.ofMillis(999));
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    pass(Duration.ofMillis(1));
    assertThat(breaker.tryProbe()).isEqualTo(breaker.generation());
  }

  @Test
  @DisplayName("a probe that ended unsent makes room for another")
  void replacesAProbe() {
    long probe = halfOpen();
    breaker.giveUp(probe - 1);
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    breaker.giveUp(probe);
    assertThat(breaker.tryProbe()).isEqualTo(probe);
  }

  @Test
  @DisplayName("a probe that is never answered has failed, and its answer comes too late")
  void waitsNotForEver() {
    long probe = halfOpen();
    pass(Duration.ofMillis(PROBE_MILLIS));
    assertThat(breaker.tryProbe()).isEqualTo(Breaker.NO_PROBE);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    breaker.answered(probe, false);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    pass(Duration.ofSeconds(1));
    assertThat(breaker.tryProbe()).isNotEqualTo(Breaker.NO_PROBE);
  }

  @Test
  @DisplayName("calls that wait too long open it only while nobody is answered")
  void slowCallsCountInSilence() {
    pass(Duration.ofMillis(300));
    succeed(1);
    breaker.overdue(breaker.generation(), 100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    breaker.overdue(breaker.generation(), -96);
    pass(Duration.ofMillis(300));
    breaker.overdue(breaker.generation(), 0);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    breaker.overdue(breaker.generation() - 1, 1);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    breaker.overdue(breaker.generation(), 1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.reason()).contains("5 calls wait or failed");
  }

  @Test
  @DisplayName("switched off, it closes and stays closed; settings change while it runs")
  void followsItsSettings() {
    fail(5);
    breaker.configure(new BreakerSettings(false, 5, 80, 50, 10_000, 300, 1000));
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    fail(100);
    pass(Duration.ofMinutes(1));
    breaker.overdue(breaker.generation(), 100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    breaker.configure(new BreakerSettings(true, 60, 80, 50, 10_000, 300, 1000));
    fail(59);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    fail(1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }
}
