package seckill.gateway.challenge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many purchases of an item come per second. Thread-safe; one for all event loops of a process.
 *
 * <p>Counts whole seconds, and lets the last one fade out while the present one fills: a sliding
 * window in two numbers. Of many items it knows those that were bought last.
 */
final class PurchaseRates {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Cache<Long, Window> windows;
  private final LongSupplier nanoClock;

  /**
   * @param maxItems items that are counted
   * @param nanoClock a clock that only runs forward
   */
  PurchaseRates(int maxItems, LongSupplier nanoClock) {
    this.windows = Caffeine.newBuilder().maximumSize(maxItems).executor(Runnable::run).build();
    this.nanoClock = nanoClock;
  }

  /** Counts a purchase, and tells how many there were in the last second, this one included. */
  double count(long itemId) {
    long now = nanoClock.getAsLong();
    return windows.get(itemId, first -> new Window(now)).count(now);
  }

  long items() {
    windows.cleanUp();
    return windows.estimatedSize();
  }

  private static final class Window {
    private long begin;
    private long present;
    private long last;

    Window(long begin) {
      this.begin = begin;
    }

    synchronized double count(long now) {
      long passed = now - begin;
      if (passed >= SECOND) {
        last = passed < 2 * SECOND ? present : 0;
        present = 0;
        begin += passed - passed % SECOND;
      }
      present++;
      // Another event loop may have looked at the clock a moment later, and be here first.
      double faded = (double) Math.max(0, now - begin) / SECOND;
      return present + last * (1 - faded);
    }
  }
}
