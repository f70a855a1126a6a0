package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.contract.SeckillException;
import seckill.runtime.StoreFaults;
import seckill.sale.ItemFields.Written;

/**
 * Closes and reopens one item or all: in the books, so that it outlives Redis, and in Redis, at
 * once.
 */
final class KillSwitch {
  private final ItemRepository items;
  private final GateRepository books;
  private final ItemFields fields;
  private final AllItems allItems;
  private final SaleNews news;

  KillSwitch(
      ItemRepository items,
      GateRepository books,
      ItemFields fields,
      AllItems allItems,
      SaleNews news) {
    this.items = items;
    this.books = books;
    this.fields = fields;
    this.allItems = allItems;
    this.news = news;
  }

  /** Pauses; while MySQL is away it still closes the item in Redis, and says so. */
  Future<Audited> pause(long itemId) {
    return items
        .setStatus(itemId, SaleItem.PAUSED)
        .recover(
            cause ->
                cause instanceof SeckillException
                    ? Future.failedFuture(cause)
                    : close(itemId)
                        .compose(written -> Future.failedFuture(notBooked(itemId, written, cause))))
        .compose(before -> tell(itemId, before, SaleItem.PAUSED));
  }

  /** Resumes. */
  Future<Audited> resume(long itemId) {
    return items
        .setStatus(itemId, SaleItem.OPEN)
        .compose(before -> tell(itemId, before, SaleItem.OPEN));
  }

  private Future<Written> close(long itemId) {
    return fields.setStatus(itemId, RedisKeys.ITEM_STATUS, SaleItem.PAUSED);
  }

  // Everybody hears of it even if Redis does not: what is booked is what holds.
  private Future<Audited> tell(long itemId, String before, String status) {
    news.itemStatus(itemId, status);
    JsonObject reply = new JsonObject().put("itemId", Long.toString(itemId)).put("status", status);
    return fields
        .setStatus(itemId, RedisKeys.ITEM_STATUS, status)
        .map(written -> Audited.of(reply, before, status));
  }

  /** Pauses all items; while MySQL is away it still closes them in Redis, and says so. */
  Future<Audited> pauseAll() {
    return books
        .setSaleStatus(SaleItem.PAUSED)
        .recover(
            cause ->
                allItems
                    .setAllStatus(SaleItem.PAUSED)
                    .compose(told -> Future.failedFuture(notBooked(told.size(), cause))))
        .compose(before -> tellAll(before, SaleItem.PAUSED));
  }

  /** Resumes all items but those that are paused by themselves. */
  Future<Audited> resumeAll() {
    return books.setSaleStatus(SaleItem.OPEN).compose(before -> tellAll(before, SaleItem.OPEN));
  }

  private Future<Audited> tellAll(String before, String status) {
    news.saleStatus(status);
    return allItems
        .setAllStatus(status)
        .map(
            told ->
                new Audited(
                    new JsonObject().put("status", status).put("items", told.size()),
                    new JsonObject()
                        .put("old", before)
                        .put("new", status)
                        .put("items", texts(told))));
  }

  private static JsonArray texts(Set<Long> ids) {
    JsonArray texts = new JsonArray();
    ids.forEach(id -> texts.add(Long.toString(id)));
    return texts;
  }

  private static SeckillException notBooked(long itemId, Written written, Throwable cause) {
    boolean closed = written != Written.ABSENT;
    return new SeckillException(
        Outcome.DEGRADED,
        "item "
            + itemId
            + (closed ? " is paused in Redis, but" : " is not in Redis and")
            + " MySQL could not be told; once it is back, pause or resume it again: "
            + StoreFaults.words(cause));
  }

  private static SeckillException notBooked(int items, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        "items that are paused in Redis: "
            + items
            + "; MySQL could not be told; once it is back, pause or resume all again: "
            + StoreFaults.words(cause));
  }
}
