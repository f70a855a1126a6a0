package seckill.gateway.pages;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells open pages when to ask again: later, the more of them there are. Belongs to one event loop.
 *
 * <p>The pages are counted by what they ask: who asks every p milliseconds is one of them.
 */
public final class PollPace {
  private static final long WINDOW_MILLIS = 1000;

  private final PageSettings settings;
  private final LongSupplier nanoClock;
  private long pollMillis;
  private long windowFrom;
  private long asked;

  /**
   * A pace at which nobody asked yet.
   *
   * @param nanoClock a clock that only runs forward
   */
  public PollPace(PageSettings settings, LongSupplier nanoClock) {
    this.settings = settings;
    this.nanoClock = nanoClock;
    this.pollMillis = settings.pollMillis();
    this.windowFrom = nanoClock.getAsLong();
  }

  /** Counts a question, and tells its page in how many milliseconds to ask the next one. */
  public long next() {
    asked++;
    long passed = TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - windowFrom);
    if (passed >= WINDOW_MILLIS) {
      // Questions per second, times how long one page waits between two of them.
      double pages = asked * (double) WINDOW_MILLIS / passed * pollMillis / WINDOW_MILLIS;
      double wanted = pages / settings.pollsPerSecond() * WINDOW_MILLIS;
      long most = Math.max(settings.pollMillis(), settings.maxPollMillis());
      pollMillis = (long) Math.min(most, Math.max(settings.pollMillis(), wanted));
      windowFrom = nanoClock.getAsLong();
      asked = 0;
    }
    return pollMillis;
  }
}
