package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  @DisplayName(
      "waits double up to the longest, each from the upper half, and start over on success")
  void grows() {
    Backoff backoff = new Backoff(10, 1000);
    for (int round = 0; round < 50; round++) {
      for (int n = 0; n < 100; n++) {
        long ceiling = n < 7 ? 10L << n : 1000;
        assertThat(backoff.next()).isBetween(ceiling / 2, ceiling);
      }
      backoff.reset();
      assertThat(backoff.failures()).isZero();
    }
  }

  @Test
  @DisplayName("odd limits still give waits of at least a millisecond")
  void survivesOddLimits() {
    for (long[] limits :
        new long[][] {{1, 1}, {1, 0}, {50, 10}, {Long.MAX_VALUE / 4, Long.MAX_VALUE}}) {
      Backoff backoff = new Backoff(limits[0], limits[1]);
      for (int n = 0; n < 100; n++) {
        assertThat(backoff.next()).isPositive();
      }
    }
  }
}
