package seckill.sale;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reaches every item in Redis, some at a time. */
final class AllItems {
  private final ItemControlStore controls;
  private final ItemCatalog catalog;
  private final SaleSettings settings;

  AllItems(ItemControlStore controls, ItemCatalog catalog, SaleSettings settings) {
    this.controls = controls;
    this.catalog = catalog;
    this.settings = settings;
  }

  /** Tells each item that is in Redis the switch; tells which these are. */
  Future<Set<Long>> tell(SaleSwitch all) {
    return standing(itemId -> controls.tellSwitch(itemId, all).map(answer -> !answer.isAbsent()));
  }

  /** Pauses each item that is in Redis while MySQL is away; tells which these are. */
  Future<Set<Long>> pauseUnstored() {
    long known = catalog.saleSwitch().revision();
    return standing(itemId -> controls.pauseAllUnstored(itemId, known));
  }

  private Future<Set<Long>> standing(Function<Long, Future<Boolean>> work) {
    Set<Long> standing = new TreeSet<>();
    return controls
        .live(settings.pageSize())
        .compose(
            live -> {
              // The list of live items is a key of its own, and can be lost while the items sell.
              live.addAll(catalog.itemIds());
              return each(
                  live,
                  itemId ->
                      work.apply(itemId)
                          .onSuccess(
                              stands -> {
                                if (stands) {
                                  standing.add(itemId);
                                }
                              }));
            })
        .map(done -> standing);
  }

  /** Does something with each item; all are tried, then it fails if one of them did. */
  <T> Future<Void> each(Collection<T> items, Function<T, Future<?>> work) {
    return each(new ArrayList<>(items), 0, work);
  }

  private <T> Future<Void> each(List<T> items, int from, Function<T, Future<?>> work) {
    int to = Math.min(items.size(), from + settings.maxBatch());
    Future<Void> page =
        Future.join(items.subList(from, to).stream().<Future<?>>map(work).toList()).mapEmpty();
    if (to == items.size()) {
      return page;
    }
    return page.transform(
        done ->
            each(items, to, work)
                .compose(
                    rest ->
                        done.succeeded()
                            ? Future.succeededFuture()
                            : Future.failedFuture(done.cause())));
  }
}
