package seckill.order;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many orders may land per second: one token bucket for all consumers of a process, first come
 * first served.
 *
 * <p>It holds as many tokens as one batch needs, so that no more than a batch lands at once after a
 * pause. Whoever takes more than there is gets a place in time instead of a refusal.
 */
final class LandingRate {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final int perSecond;
  private final long burstNanos;
  private final LongSupplier nanoClock;
  private long paidUntil;

  /**
   * @param perSecond 0 for no limit
   * @param burst tokens that the bucket holds
   */
  LandingRate(int perSecond, int burst, LongSupplier nanoClock) {
    this.perSecond = perSecond;
    this.nanoClock = nanoClock;
    this.burstNanos = cost(burst);
    this.paidUntil = nanoClock.getAsLong() - burstNanos;
  }

  boolean isLimited() {
    return perSecond > 0;
  }

  /** Takes tokens; returns in how many nanoseconds they are there, 0 for now. */
  synchronized long take(int orders) {
    if (!isLimited()) {
      return 0;
    }
    long now = nanoClock.getAsLong();
    if (now - burstNanos - paidUntil > 0) {
      paidUntil = now - burstNanos;
    }
    paidUntil += cost(orders);
    return Math.max(0, paidUntil - now);
  }

  /** Gives tokens back with which nothing landed. */
  synchronized void giveBack(int orders) {
    paidUntil -= cost(orders);
  }

  // Rounded up, so that the sum never passes the limit.
  private long cost(int orders) {
    return perSecond == 0 ? 0 : (orders * SECOND + perSecond - 1) / perSecond;
  }
}
