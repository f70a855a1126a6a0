package seckill.sale;

import io.vertx.core.Future;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.sale.unit.UnitBooks;

/** Until when there is something to do about an item. */
final class ItemLife implements UnitBooks {
  private static final long NEVER = 0;

  private final ItemRepository items;
  private final PreheatStore store;

  ItemLife(ItemRepository items, PreheatStore store) {
    this.items = items;
    this.store = store;
  }

  @Override
  public Future<Boolean> isSettled(long itemId) {
    return items.isSettled(itemId);
  }

  @Override
  public Future<Long> expireAt(long itemId) {
    return items
        .find(itemId)
        .map(store::expireAt)
        .recover(
            cause ->
                cause instanceof SeckillException refusal && refusal.outcome() == Outcome.NOT_FOUND
                    ? Future.succeededFuture(NEVER)
                    : Future.failedFuture(cause));
  }
}
