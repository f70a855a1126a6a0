package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * Makes the filters of the holders of sold-out items, each once for as long as nothing is sold.
 *
 * <p>While stock is 0 the holders grow only by a purchase, which raises the count of accepted ones:
 * a scan between two equal counts has seen every holder.
 */
final class HolderFilters {
  private final StockStore stock;
  private final SaleSettings settings;
  private final Map<Long, Future<Buffer>> building = new HashMap<>();
  private final Map<Long, Made> made;

  private record Made(long acceptedTotal, Buffer filter) {}

  HolderFilters(StockStore stock, SaleSettings settings) {
    this.stock = stock;
    this.settings = settings;
    this.made =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Made> eldest) {
            return size() > settings.cachedFilters();
          }
        };
  }

  /** Makes all of them anew, because the holders of an item may be others. */
  void forget() {
    made.clear();
  }

  /** The filter; fails with CONFLICT if the item is not sold out or has too many holders. */
  Future<Buffer> of(long itemId) {
    Future<Buffer> underWay = building.get(itemId);
    if (underWay != null) {
      return underWay;
    }
    Future<Buffer> filter = soldOut(itemId).compose(before -> of(itemId, before));
    building.put(itemId, filter);
    return filter.onComplete(done -> building.remove(itemId));
  }

  private Future<Buffer> of(long itemId, ItemState before) {
    Made last = made.get(itemId);
    if (last != null && last.acceptedTotal() == before.acceptedTotal()) {
      return Future.succeededFuture(last.filter());
    }
    return stock
        .holders(itemId)
        .compose(
            users -> {
              if (users > settings.maxHolders()) {
                return conflict(itemId, "has too many holders for a filter");
              }
              HolderFilter filter =
                  new HolderFilter(before.acceptedTotal(), Math.toIntExact(users));
              return scan(itemId, "0", filter);
            })
        .compose(filter -> soldOut(itemId).compose(after -> keep(itemId, after, filter)));
  }

  private Future<HolderFilter> scan(long itemId, String cursor, HolderFilter filter) {
    return stock
        .scanHolders(itemId, cursor, settings.pageSize())
        .compose(
            page -> {
              for (Response user : page.get(1)) {
                filter.add(user.toString());
              }
              String next = page.get(0).toString();
              return next.equals("0") ? Future.succeededFuture(filter) : scan(itemId, next, filter);
            });
  }

  private Future<Buffer> keep(long itemId, ItemState after, HolderFilter filter) {
    if (after.acceptedTotal() != filter.acceptedTotal()) {
      return conflict(itemId, "was sold meanwhile");
    }
    Buffer buffer = filter.toBuffer();
    made.put(itemId, new Made(after.acceptedTotal(), buffer));
    return Future.succeededFuture(buffer);
  }

  private Future<ItemState> soldOut(long itemId) {
    return stock
        .state(itemId)
        .compose(
            state -> {
              if (state == null) {
                return Future.failedFuture(
                    new SeckillException(
                        Outcome.NOT_FOUND, "item " + itemId + " is not preheated"));
              }
              return state.stock() == 0 && state.acceptedTotal() >= 0
                  ? Future.succeededFuture(state)
                  : conflict(itemId, "is not sold out");
            });
  }

  private static <T> Future<T> conflict(long itemId, String why) {
    return Future.failedFuture(
        new SeckillException(Outcome.CONFLICT, "item " + itemId + " " + why));
  }
}
