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
 * <p>Never the other way round: an item that is closed in Redis alone is opened by a person.
 */
final class PauseWatch {
  private static final Logger LOG = LoggerFactory.getLogger(PauseWatch.class);

  private final ItemCatalog catalog;
  private final ItemRepository items;
  private final GateRepository books;
  private final ItemFields fields;
  private final AllItems allItems;
  private boolean failing;

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

  /** Looks at what the catalog has just read. */
  Future<Void> mend() {
    Future<Void> one = allItems.each(catalog.pausedIds(), this::close);
    Future<Void> all =
        catalog.allPaused()
            ? allItems.each(catalog.itemIds(), this::closeWithAll)
            : Future.succeededFuture();
    return Future.join(one, all)
        .<Void>mapEmpty()
        .onSuccess(done -> failing = false)
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
