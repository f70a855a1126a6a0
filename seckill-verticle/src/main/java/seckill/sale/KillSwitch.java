package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Closes and reopens items: in the books, so that it outlives Redis, and in Redis, at once. */
final class KillSwitch {
  private final ItemRepository items;
  private final PreheatStore store;

  KillSwitch(ItemRepository items, PreheatStore store) {
    this.items = items;
    this.store = store;
  }

  /** Pauses; while MySQL is away it still closes the item in Redis, and says so. */
  Future<JsonObject> pause(long itemId) {
    return items
        .setStatus(itemId, SaleItem.PAUSED)
        .recover(
            cause ->
                cause instanceof SeckillException
                    ? Future.failedFuture(cause)
                    : store
                        .setStatus(itemId, SaleItem.PAUSED)
                        .compose(closed -> Future.failedFuture(notBooked(itemId, closed, cause))))
        .compose(booked -> store.setStatus(itemId, SaleItem.PAUSED))
        .map(set -> reply(itemId, SaleItem.PAUSED));
  }

  /** Resumes. */
  Future<JsonObject> resume(long itemId) {
    return items
        .setStatus(itemId, SaleItem.OPEN)
        .compose(booked -> store.setStatus(itemId, SaleItem.OPEN))
        .map(set -> reply(itemId, SaleItem.OPEN));
  }

  private static SeckillException notBooked(long itemId, boolean closed, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        "item "
            + itemId
            + (closed ? " is paused in Redis, but" : " is not in Redis and")
            + " MySQL could not be told; pause it again later: "
            + cause.getMessage());
  }

  private static JsonObject reply(long itemId, String status) {
    return new JsonObject().put("itemId", Long.toString(itemId)).put("status", status);
  }
}
