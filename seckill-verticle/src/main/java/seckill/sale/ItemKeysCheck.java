package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks whether items could be sold from their keys in Redis, a few at a time, by running the
 * purchase script without a purchase; so the loss of keys is noticed before a buyer comes.
 */
final class ItemKeysCheck {
  private final StockStore stock;
  private final ItemCatalog catalog;
  private final int perLook;
  private final Map<Long, String> broken = new TreeMap<>();
  private int next;
  private boolean looking;

  /**
   * @param perLook items that are looked at in one go
   */
  ItemKeysCheck(StockStore stock, ItemCatalog catalog, int perLook) {
    this.stock = stock;
    this.catalog = catalog;
    this.perLook = perLook;
  }

  /** Looks at the next items, unless the last look is still under way. */
  Future<Void> look() {
    List<Long> items = catalog.unendedIds();
    broken.keySet().retainAll(items);
    if (looking || items.isEmpty()) {
      return Future.succeededFuture();
    }
    looking = true;
    List<Future<Void>> looks = new ArrayList<>();
    for (int i = 0; i < Math.min(perLook, items.size()); i++) {
      looks.add(look(items.get(next++ % items.size())));
    }
    next %= items.size();
    return Future.join(looks).onComplete(done -> looking = false).<Void>mapEmpty().otherwiseEmpty();
  }

  private Future<Void> look(long itemId) {
    return stock
        .purchase(itemId, catalog.epochOf(itemId), List.of())
        .onSuccess(reply -> note(itemId, reply.reason()))
        .onFailure(
            cause -> {
              // A Redis that is away says nothing about the item.
              if (cause instanceof ErrorType && !Faults.isStoreAway(cause)) {
                note(itemId, cause.getMessage());
              }
            })
        .mapEmpty();
  }

  private void note(long itemId, String reason) {
    if (reason.isEmpty()) {
      broken.remove(itemId);
    } else {
      broken.put(itemId, reason);
    }
  }

  /** Fails if an item that was looked at cannot be sold. */
  Future<Void> requireUsable() {
    if (broken.isEmpty()) {
      return Future.succeededFuture();
    }
    Map.Entry<Long, String> first = broken.entrySet().iterator().next();
    return Future.failedFuture(
        "items that cannot be sold: "
            + broken.size()
            + ", the first is "
            + first.getKey()
            + ": "
            + first.getValue());
  }
}
