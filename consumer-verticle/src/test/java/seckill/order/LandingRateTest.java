package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LandingRateTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  // An arbitrary reading that overflows on the way.
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND);

  private LandingRate rate(int perSecond, int burst) {
    return new LandingRate(perSecond, burst, clock::get);
  }

  @Test
  @DisplayName("without a limit nobody waits")
  void unlimited() {
    LandingRate rate = rate(0, 1000);
    assertThat(rate.isLimited()).isFalse();
    assertThat(rate.take(1_000_000)).isZero();
  }

  @Test
  @DisplayName("a full bucket lets one batch pass at once, and the next when its tokens are there")
  void oneBatchAtOnce() {
    LandingRate rate = rate(1000, 100);
    assertThat(rate.take(100)).isZero();
    assertThat(rate.take(100)).isEqualTo(SECOND / 10);
    assertThat(rate.take(50)).isEqualTo(SECOND * 3 / 20);
    clock.addAndGet(SECOND / 10);
    assertThat(rate.take(1)).isEqualTo(SECOND * 51 / 1000);
  }

  @Test
  @DisplayName("a long pause saves up no more than one batch")
  void pausesSaveUpLittle() {
    LandingRate rate = rate(1000, 100);
    clock.addAndGet(3600 * SECOND);
    assertThat(rate.take(100)).isZero();
    assertThat(rate.take(1)).isEqualTo(SECOND / 1000);
  }

  @Test
  @DisplayName("tokens that are given back are there for the next")
  void givenBack() {
    LandingRate rate = rate(10, 1);
    rate.take(1);
    rate.take(1);
    rate.giveBack(1);
    assertThat(rate.take(1)).isEqualTo(SECOND / 10);
  }

  @Test
  @DisplayName("over any time, whoever asks whenever, no more lands than the rate and one batch")
  void neverMoreThanTheRate() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int run = 0; run < 50; run++) {
      int perSecond = 1 + random.nextInt(5000);
      int burst = 1 + random.nextInt(200);
      LandingRate rate = rate(perSecond, burst);
      long start = clock.get();
      long landed = 0;
      long last = 0;
      for (int i = 0; i < 500; i++) {
        int orders = 1 + random.nextInt(burst);
        long ready = clock.get() - start + rate.take(orders);
        assertThat(ready).as("first come first served, seed %d", seed).isGreaterThanOrEqualTo(last);
        last = ready;
        landed += orders;
        assertThat(landed)
            .as("seed %d, %d per second, burst %d", seed, perSecond, burst)
            .isLessThanOrEqualTo((long) (ready / (double) SECOND * perSecond) + burst + 1);
        clock.addAndGet(random.nextInt(3) * (long) (random.nextDouble() * SECOND / 10));
      }
    }
  }
}
