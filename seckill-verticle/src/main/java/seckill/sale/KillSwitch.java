package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.StoreFaults;

/**
 * Closes and reopens one item or all: in MySQL, so that it outlives Redis, and in Redis at once.
 */
final class KillSwitch {
  private final ItemStatusRepository items;
  private final GateRepository gates;
  private final ItemControlStore controls;
  private final AllItems allItems;
  private final ItemCatalog catalog;
  private final SaleNews news;
  private final NotYetInRedis notYet;

  KillSwitch(
      ItemStatusRepository items,
      GateRepository gates,
      ItemControlStore controls,
      AllItems allItems,
      ItemCatalog catalog,
      SaleNews news,
      NotYetInRedis notYet) {
    this.items = items;
    this.gates = gates;
    this.controls = controls;
    this.allItems = allItems;
    this.catalog = catalog;
    this.news = news;
    this.notYet = notYet;
  }

  /** Pauses; while MySQL is away it still closes the item in Redis, and says so. */
  Future<Audited> pause(long itemId) {
    return items
        .setStatus(itemId, SaleItem.PAUSED)
        .recover(
            cause ->
                cause instanceof SeckillException
                    ? Future.failedFuture(cause)
                    : controls
                        .pauseUnstored(itemId, catalog.revisionOf(itemId))
                        .compose(found -> Future.failedFuture(notStored(itemId, found, cause))))
        .compose(change -> tell(itemId, change));
  }

  /** Resumes. */
  Future<Audited> resume(long itemId) {
    return items.setStatus(itemId, SaleItem.OPEN).compose(change -> tell(itemId, change));
  }

  // Everybody hears of it even if Redis does not: what MySQL says is what holds.
  private Future<Audited> tell(long itemId, ItemStatusRepository.StatusChange change) {
    String status = change.after();
    news.itemStatus(itemId, status);
    JsonObject reply = new JsonObject().put("itemId", Long.toString(itemId)).put("status", status);
    return controls
        .tellStatus(itemId, status, change.revision(), null)
        .recover(
            cause -> Future.failedFuture(notYet.because("item " + itemId + " is " + status, cause)))
        .map(told -> Audited.of(reply, change.before(), status));
  }

  /** Pauses all items; while MySQL is away it still closes them in Redis, and says so. */
  Future<Audited> pauseAll() {
    return gates
        .setSaleStatus(SaleItem.PAUSED)
        .recover(
            cause ->
                allItems
                    .pauseUnstored()
                    .compose(told -> Future.failedFuture(notStored(told.size(), cause))))
        .compose(this::tellAll);
  }

  /** Resumes all items but those that are paused by themselves. */
  Future<Audited> resumeAll() {
    return gates.setSaleStatus(SaleItem.OPEN).compose(this::tellAll);
  }

  private Future<Audited> tellAll(GateRepository.SwitchChange change) {
    String status = change.after().status();
    news.saleStatus(status);
    return allItems
        .tell(change.after())
        .recover(cause -> Future.failedFuture(notYet.because("all items are " + status, cause)))
        .map(
            told ->
                new Audited(
                    new JsonObject().put("status", status).put("items", told.size()),
                    new JsonObject()
                        .put("old", change.before().status())
                        .put("new", status)
                        .put("items", texts(told))));
  }

  private static JsonArray texts(Set<Long> ids) {
    JsonArray texts = new JsonArray();
    ids.forEach(id -> texts.add(Long.toString(id)));
    return texts;
  }

  private static SeckillException notStored(long itemId, boolean found, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        "item "
            + itemId
            + (found
                ? " is paused in Redis; MySQL does not know it yet and will be told as soon as it"
                    + " answers; nothing has to be repeated: "
                : " is not in Redis and MySQL could not be told: nothing was done; once MySQL is"
                    + " back, pause it again: ")
            + StoreFaults.words(cause));
  }

  private static SeckillException notStored(int items, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        "items that are paused in Redis: "
            + items
            + (items == 0
                ? "; MySQL could not be told: once it is back, pause all again: "
                : "; MySQL does not know it yet and will be told as soon as it answers; nothing has"
                    + " to be repeated: ")
            + StoreFaults.words(cause));
  }
}
