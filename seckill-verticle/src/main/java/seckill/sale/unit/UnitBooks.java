package seckill.sale.unit;

import io.vertx.core.Future;

/** What the books say of an item whose units go back and forth. */
public interface UnitBooks {
  /** Whether the rest of the sale was booked back, so that no unit of it can be had any more. */
  Future<Boolean> isSettled(long itemId);

  /** Until when the item's keys are kept in Redis, epoch milliseconds; 0 for an unknown item. */
  Future<Long> expireAt(long itemId);
}
