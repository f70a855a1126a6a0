package seckill.gateway.bucket;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A rate that one gateway keeps by itself. Thread-safe.
 *
 * <p>Holds the time that the next pass is due at; each pass moves it on by one interval.
 */
final class LocalRate {
  private static final double NANOS_PER_SECOND = 1e9;

  // Far from the end of the clock's numbers, so that no sum passes it.
  private static final long LONGEST_INTERVAL = TimeUnit.DAYS.toNanos(365);

  private final double perSecond;
  private final long intervalNanos;
  private final long toleranceNanos;
  private final AtomicLong due;

  /**
   * @param perSecond passes; 0 for none
   * @param toleranceNanos how much early a pass may be, so that passes may come in small crowds
   */
  LocalRate(double perSecond, long toleranceNanos, long nowNanos) {
    this.perSecond = perSecond;
    this.intervalNanos = (long) Math.min(NANOS_PER_SECOND / perSecond, LONGEST_INTERVAL);
    this.toleranceNanos = toleranceNanos;
    this.due = new AtomicLong(nowNanos);
  }

  /** 0 if one may pass, or in how many nanoseconds one may. */
  long pass(long nowNanos) {
    if (perSecond <= 0) {
      return LONGEST_INTERVAL;
    }
    while (true) {
      long next = due.get();
      long wait = next - toleranceNanos - nowNanos;
      if (wait > 0) {
        return wait;
      }
      long from = next - nowNanos < 0 ? nowNanos : next;
      if (due.compareAndSet(next, from + intervalNanos)) {
        return 0;
      }
    }
  }
}
