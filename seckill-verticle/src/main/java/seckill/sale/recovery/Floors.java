package seckill.sale.recovery;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * How many purchases of each item were accepted at least. A state of Redis that knows of fewer was
 * set back.
 */
final class Floors {
  private final LongUnaryOperator booked;
  private final Map<Long, Long> seen = new HashMap<>();

  /**
   * @param booked orders of an item in the books; -1 if it does not matter what Redis knows of it
   */
  Floors(LongUnaryOperator booked) {
    this.booked = booked;
  }

  /** At least so many; 0 if it does not matter. */
  long of(long itemId) {
    long orders = booked.applyAsLong(itemId);
    return orders < 0 ? 0 : Math.max(seen.getOrDefault(itemId, 0L), orders);
  }

  /** Remembers what Redis said. */
  void saw(long itemId, long accepted) {
    if (accepted > 0) {
      seen.merge(itemId, accepted, Math::max);
    }
  }

  /** Forgets what Redis said, because an item was built again; the books still count. */
  void forget() {
    seen.clear();
  }
}
