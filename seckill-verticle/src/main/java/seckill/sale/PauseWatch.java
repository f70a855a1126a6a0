package seckill.sale;

import io.vertx.core.Future;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.RedisKeys;
import seckill.sale.ItemFields.Written;

/**
 * Closes in Redis what the books say is paused: a pause that Redis missed while it was away, or
 * forgot when it was set back to an older copy.
 *
 * <p>Never the other way round: an item that is closed in Redis alone is opened by a person. And
 * from the moment Redis is back until it was looked at, the till holds back what is paused in the
 * books by itself.
 */
final class PauseWatch {
  private static final Logger LOG = LoggerFactory.getLogger(PauseWatch.class);

  private final ItemCatalog catalog;
  private final ItemRepository items;
  private final GateRepository books;
  private final ItemFields fields;
  private final AllItems allItems;
  private boolean failing;
  private int returns = 1;
  private int lookedAfter;

  PauseWatch(
      ItemCatalog catalog,
      ItemRepository items,
      GateRepository books,
      ItemFields fields,
      AllItems allItems) {
    this.catalog = catalog;
    this.items = items;
    this.books = books;
    this.fields = fields;
    this.allItems = allItems;
  }

  /** Says that Redis is there again, and may have missed or forgotten something. */
  void redisIsBack() {
    returns++;
    mend();
  }

  /** Whether purchases of an item are held back, since Redis may not know that it is paused. */
  boolean holdsBack(long itemId) {
    return lookedAfter != returns && catalog.isPaused(itemId);
  }

  /** Looks at what the catalog has read last. */
  Future<Void> mend() {
    int looking = returns;
    Future<Void> one = allItems.each(catalog.pausedIds(), this::close);
    Future<Void> all =
        catalog.allPaused()
            ? allItems.each(catalog.itemIds(), this::closeWithAll)
            : Future.succeededFuture();
    return Future.join(one, all)
        .<Void>mapEmpty()
        .onSuccess(
            done -> {
              failing = false;
              lookedAfter = looking;
            })
        .onFailure(this::complain);
  }

  private Future<Void> close(long itemId) {
    return close(
        itemId, RedisKeys.ITEM_STATUS, () -> items.find(itemId).map(item -> item.status()));
  }

  private Future<Void> closeWithAll(long itemId) {
    return close(itemId, RedisKeys.ITEM_ALL_STATUS, books::saleStatus);
  }

  // The list is a moment old: if the books have been opened since, so is what was closed here.
  private Future<Void> close(long itemId, String field, Supplier<Future<String>> inTheBooks) {
    return fields
        .setStatus(itemId, field, SaleItem.PAUSED)
        .compose(
            written -> {
              if (written != Written.CHANGED) {
                return Future.succeededFuture();
              }
              return inTheBooks
                  .get()
                  .compose(
                      status -> {
                        if (status.equals(SaleItem.OPEN)) {
                          return fields.setStatus(itemId, field, SaleItem.OPEN).mapEmpty();
                        }
                        LOG.warn("item {} was open in Redis and is paused: closed it", itemId);
                        return Future.succeededFuture();
                      });
            });
  }

  private void complain(Throwable cause) {
    if (!failing) {
      failing = true;
      LOG.warn("cannot hold Redis to the pauses in the books: {}", cause.getMessage());
    }
  }
}
