package seckill.gateway.risk;

import java.util.concurrent.TimeUnit;

/**
 * Counts by key within windows of time that follow each other. Thread-safe, of fixed size.
 *
 * <p>Counts of one key in windows of different lengths are apart.
 */
final class WindowCounter {
  private final CellTable counts;

  /**
   * @param size keys that are remembered at a time
   */
  WindowCounter(int size) {
    this.counts = new CellTable(size);
  }

  /** Counts a key up; returns its count in this window, 0 if there is no room for it. */
  int add(long key, long nowMillis, long windowMillis) {
    return counts.add(
        inWindow(key, nowMillis, windowMillis), second(nowMillis), end(nowMillis, windowMillis));
  }

  /** How often a key was counted in this window. */
  int count(long key, long nowMillis, long windowMillis) {
    return counts.count(inWindow(key, nowMillis, windowMillis), end(nowMillis, windowMillis));
  }

  private static long inWindow(long key, long nowMillis, long windowMillis) {
    return Hashes.of(Hashes.of(key, windowMillis), nowMillis / windowMillis);
  }

  private static long second(long millis) {
    return TimeUnit.MILLISECONDS.toSeconds(millis);
  }

  private static long end(long nowMillis, long windowMillis) {
    return second((nowMillis / windowMillis + 1) * windowMillis) + 1;
  }
}
