package seckill.gateway.risk;

import java.util.concurrent.TimeUnit;

/**
 * Counts by key within windows of time that follow each other. Thread-safe, of fixed size.
 *
 * <p>Counts of one key in windows of different lengths are apart.
 */
final class WindowCounter {
  private final CellTable counts;
  private final CellTable members;

  /**
   * @param size keys, and members of keys, that are remembered at a time
   */
  WindowCounter(int size) {
    this.counts = new CellTable(size);
    this.members = new CellTable(size);
  }

  /** Counts a member of a key that was not counted in this window yet; returns their number. */
  int addMember(long key, long member, long nowMillis, long windowMillis) {
    long counted = inWindow(key, nowMillis, windowMillis);
    long pair = Hashes.of(counted, member);
    long now = second(nowMillis);
    long end = end(nowMillis, windowMillis);
    boolean known = members.count(pair, end) > 0 || members.add(pair, now, end) != 1;
    return known ? counts.count(counted, end) : counts.add(counted, now, end);
  }

  /** Counts a key up. */
  void add(long key, long nowMillis, long windowMillis) {
    counts.add(
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
