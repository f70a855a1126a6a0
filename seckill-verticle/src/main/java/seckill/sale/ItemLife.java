package seckill.sale;

import io.vertx.core.Future;
import java.time.Clock;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.sale.unit.UnitBooks;

/** Until when there is something to do about an item, and who else has a unit of it. */
final class ItemLife implements UnitBooks {
  private final ItemRepository items;
  private final Clock clock;

  ItemLife(ItemRepository items, Clock clock) {
    this.items = items;
    this.clock = clock;
  }

  @Override
  public Future<Boolean> isSettled(long itemId) {
    return items.isSettled(itemId);
  }

  @Override
  public Future<Boolean> isOver(long itemId) {
    return items
        .find(itemId)
        .map(item -> !clock.instant().isBefore(item.spec().endAt()))
        .recover(
            cause ->
                cause instanceof SeckillException refusal && refusal.outcome() == Outcome.NOT_FOUND
                    ? Future.succeededFuture(true)
                    : Future.failedFuture(cause));
  }

  @Override
  public Future<Boolean> hasOther(long itemId, String userId, String orderId) {
    return items
        .liveOrderOf(itemId, userId)
        .map(booked -> booked != null && !booked.equals(orderId));
  }
}
