package seckill.standalone.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long START = 1_000;

  @Test
  @DisplayName("requests of the open model are due at equal distances, whatever the time is")
  void open() {
    Pace pace = Pace.open(1_000);
    assertThat(pace.dueNanos(0, START, 5)).isEqualTo(START);
    assertThat(pace.dueNanos(1, START, 5)).isEqualTo(START + 1_000_000);
    assertThat(pace.dueNanos(5_000, START, Long.MAX_VALUE))
        .isEqualTo(START + TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  @DisplayName("a rate that is no whole number of nanoseconds does not drift")
  void doesNotDrift() {
    Pace pace = Pace.open(30_000);
    assertThat(pace.dueNanos(30_000L * 3_600, 0, 0)).isEqualTo(TimeUnit.HOURS.toNanos(1));
  }

  @Test
  @DisplayName("requests of the closed model are due when they can be sent")
  void closed() {
    assertThat(Pace.CLOSED.dueNanos(7, START, 42)).isEqualTo(42);
  }

  @Test
  @DisplayName("a rate of nothing is refused")
  void nothing() {
    assertThatThrownBy(() -> Pace.open(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Pace.open(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
  }
}
