package seckill.runtime;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Growing waits between tries, with jitter so that many clients do not come back in step.
 *
 * <p>The n-th wait is drawn from the upper half of {@code min(max, min * 2^n)}.
 */
public final class Backoff {
  private static final int MAX_DOUBLINGS = 30;

  private final long minMillis;
  private final long maxMillis;
  private int failures;

  /** Waits between {@code minMillis} and {@code maxMillis}. */
  public Backoff(long minMillis, long maxMillis) {
    this.minMillis = minMillis;
    this.maxMillis = Math.max(minMillis, maxMillis);
  }

  /** The next wait, in milliseconds. */
  public long next() {
    long wait = afterFailures(minMillis, maxMillis, failures);
    if (failures < MAX_DOUBLINGS) {
      failures++;
    }
    return wait;
  }

  /** The wait of a task that counts its failures elsewhere, in milliseconds. */
  public static long afterFailures(long minMillis, long maxMillis, int failures) {
    long ceiling = Math.min(maxMillis, minMillis << Math.min(failures, MAX_DOUBLINGS));
    long half = Math.max(1, ceiling / 2);
    return half + ThreadLocalRandom.current().nextLong(Math.max(1, ceiling - half + 1));
  }

  /** Starts over after a success. */
  public void reset() {
    failures = 0;
  }

  /** How many waits were taken since the last success. */
  public int failures() {
    return failures;
  }
}
