package seckill.sale;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import seckill.contract.RedisKeys;
import seckill.sale.ItemFields.Written;

/** Reaches every item in Redis, some at a time. */
final class AllItems {
  private final ItemFields fields;
  private final ItemCatalog catalog;
  private final SaleSettings settings;

  AllItems(ItemFields fields, ItemCatalog catalog, SaleSettings settings) {
    this.fields = fields;
    this.catalog = catalog;
    this.settings = settings;
  }

  /** Sets what holds for all items on each that is in Redis; tells which these are. */
  Future<Set<Long>> setAllStatus(String status) {
    Set<Long> told = new TreeSet<>();
    return fields
        .live(settings.pageSize())
        .compose(
            live -> {
              // The list of live items is a key of its own, and can be lost while the items sell.
              live.addAll(catalog.itemIds());
              return each(
                  live,
                  itemId ->
                      fields
                          .setStatus(itemId, RedisKeys.ITEM_ALL_STATUS, status)
                          .onSuccess(
                              written -> {
                                if (written != Written.ABSENT) {
                                  told.add(itemId);
                                }
                              }));
            })
        .map(done -> told);
  }

  /** Does something with each item; all are tried, then it fails if one of them did. */
  Future<Void> each(Collection<Long> itemIds, LongFunction<Future<?>> work) {
    return each(new ArrayList<>(itemIds), 0, work);
  }

  private Future<Void> each(List<Long> itemIds, int from, LongFunction<Future<?>> work) {
    int to = Math.min(itemIds.size(), from + settings.maxBatch());
    Future<Void> page =
        Future.join(
                itemIds.subList(from, to).stream().<Future<?>>map(id -> work.apply(id)).toList())
            .mapEmpty();
    if (to == itemIds.size()) {
      return page;
    }
    return page.transform(
        done ->
            each(itemIds, to, work)
                .compose(
                    rest ->
                        done.succeeded()
                            ? Future.succeededFuture()
                            : Future.failedFuture(done.cause())));
  }
}
