package seckill.gateway.challenge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers for a moment which items give no challenges, so that a crowd that comes too early or
 * too late does not reach the till. Belongs to one event loop.
 *
 * <p>Times come from the till alone: this only counts how many have passed since.
 */
final class ClosedItems {
  private final Cache<Long, Closed> closed;
  private final LongSupplier nanoClock;

  private record Closed(ChallengeRefusal refusal, long untilNanos) {}

  /**
   * @param nanoClock a clock that only runs forward
   */
  ClosedItems(int maxItems, LongSupplier nanoClock) {
    this.closed = Caffeine.newBuilder().maximumSize(maxItems).executor(Runnable::run).build();
    this.nanoClock = nanoClock;
  }

  /** Why an item gives none, or {@code null} if the till has to be asked. */
  ChallengeRefusal find(long itemId) {
    Closed known = closed.getIfPresent(itemId);
    return known == null || nanoClock.getAsLong() - known.untilNanos() >= 0
        ? null
        : known.refusal();
  }

  long size() {
    closed.cleanUp();
    return closed.estimatedSize();
  }

  /** Remembers a refusal, but never beyond the time after which asking again makes sense. */
  void remember(long itemId, ChallengeRefusal refusal, long atMostMillis) {
    long millis =
        refusal.waitMillis() > 0 ? Math.min(refusal.waitMillis(), atMostMillis) : atMostMillis;
    if (millis > 0) {
      long now = nanoClock.getAsLong();
      closed.put(itemId, new Closed(refusal, now + TimeUnit.MILLISECONDS.toNanos(millis)));
    }
  }
}
