package seckill.sale.recovery;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * How many purchases of each item were accepted at least. A state of Redis that knows of fewer was
 * set back.
 */
final class Floors {
  private final LongFunction<Floor> booked;
  private final Map<Long, Floor> seen = new HashMap<>();

  /**
   * @param booked by the orders of an item in the books; {@link Floor#NONE} if it does not matter
   *     what Redis knows of it
   */
  Floors(LongFunction<Floor> booked) {
    this.booked = booked;
  }

  /** At least so many, by the books and by what Redis said. */
  Floor of(long itemId) {
    Floor orders = booked.apply(itemId);
    Floor said = seen.get(itemId);
    return said == null || !orders.matters() ? orders : orders.and(said);
  }

  /** Remembers what Redis said. */
  void saw(long itemId, Floor said) {
    if (said.accepted() > 0) {
      seen.merge(itemId, said, Floor::and);
    }
  }
}
