package seckill.sale.unit;

import io.vertx.core.Future;

/** What the books say of an item whose units go back and forth. */
public interface UnitBooks {
  /** Whether the rest of the sale was booked back, so that no unit of it can be had any more. */
  Future<Boolean> isSettled(long itemId);

  /** Whether the sale of an item is over; an unknown item has none. */
  Future<Boolean> isOver(long itemId);

  /** Whether a user has a live order of an item besides this one. */
  Future<Boolean> hasOther(long itemId, String userId, String orderId);
}
