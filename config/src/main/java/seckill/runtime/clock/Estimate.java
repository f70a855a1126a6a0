package seckill.runtime.clock;

import java.util.concurrent.TimeUnit;

/**
 * What is known of the time of Redis: what it was at a moment, give or take an error.
 *
 * @param atNanos the moment, by the count of nanoseconds that no one can set
 * @param epochMicros the time of Redis then, in the middle of where it can have been
 * @param errorMicros the time of Redis was at most so far from that
 */
record Estimate(long atNanos, long epochMicros, long errorMicros) {
  /**
   * How much faster or slower than Redis' clock the count of nanoseconds may run. NTP turns the
   * rate of a clock by at most 500 millionths, and both may be turned.
   */
  private static final long DRIFT_PER_MILLION = 1000;

  /** What divisions drop on the way here. */
  private static final long ROUNDING = 2;

  private static final long MILLION = 1_000_000;

  /** The time of Redis at another moment. */
  long microsAt(long nanos) {
    return epochMicros + TimeUnit.NANOSECONDS.toMicros(nanos - atNanos);
  }

  /** How far off that may be. */
  long errorAt(long nanos) {
    long passed = TimeUnit.NANOSECONDS.toMicros(Math.abs(nanos - atNanos));
    return errorMicros + passed * DRIFT_PER_MILLION / MILLION;
  }

  /**
   * Whether this and a fresh estimate can both be true. If not, somebody has set a clock, or
   * another Redis sells.
   */
  boolean agreesWith(Estimate fresh) {
    long apart = Math.abs(microsAt(fresh.atNanos) - fresh.epochMicros);
    return apart <= errorAt(fresh.atNanos) + fresh.errorMicros;
  }

  /**
   * What is left possible by this and by one that it agrees with: an answer that took long adds
   * little to what is known from a quick one.
   */
  Estimate narrowedBy(Estimate fresh) {
    long known = microsAt(fresh.atNanos);
    long error = errorAt(fresh.atNanos);
    long from = Math.max(known - error, fresh.epochMicros - fresh.errorMicros);
    long to = Math.min(known + error, fresh.epochMicros + fresh.errorMicros);
    return new Estimate(fresh.atNanos, from + (to - from) / 2, (to - from) / 2 + ROUNDING);
  }
}
