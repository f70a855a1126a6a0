package seckill.reconcile;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * One look at an item.
 *
 * @param itemId the item
 * @param reading its numbers
 * @param gaps where names differ
 * @param side what is left undone beside the orders
 * @param startedAt when the look began
 * @param seenNanos when it ended, by the clock that never jumps
 */
record Inspection(
    long itemId, Reading reading, NameGaps gaps, SideGaps side, Instant startedAt, long seenNanos) {
  static Inspection now(
      long itemId, Reading reading, NameGaps gaps, SideGaps side, Instant startedAt) {
    return new Inspection(itemId, reading, gaps, side, startedAt, System.nanoTime());
  }

  /** How long ago it was. */
  long ageMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - seenNanos);
  }

  /** Whether something has to be seen again before anyone may rely on it. */
  boolean suspicious() {
    return reading.countsDisagree()
        || !reading.missing().isEmpty()
        || !gaps.isEmpty()
        || !side.isEmpty();
  }
}
