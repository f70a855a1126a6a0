package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.SeckillException;

/**
 * The items as the books had them a moment ago.
 *
 * <p>Selling never waits for it: while MySQL is away the last known list counts, and an item that
 * is not in it has an unknown epoch.
 */
final class ItemCatalog {
  private static final Logger LOG = LoggerFactory.getLogger(ItemCatalog.class);

  private final ItemRepository items;
  private final SaleSettings settings;
  private final Clock clock;
  private Map<Long, SaleItem> known = Map.of();
  private boolean loaded;
  private boolean failing;
  private Future<Void> refreshing;

  ItemCatalog(ItemRepository items, SaleSettings settings, Clock clock) {
    this.items = items;
    this.settings = settings;
    this.clock = clock;
  }

  /** The epoch of an item in the books; 0 if not known. */
  long epochOf(long itemId) {
    SaleItem item = known.get(itemId);
    return item == null ? 0 : item.epoch();
  }

  /** The ids of all known items. */
  List<Long> itemIds() {
    return List.copyOf(known.keySet());
  }

  /** The list as of now, or the last known one while MySQL is away or does not answer. */
  Future<JsonArray> list() {
    return refresh()
        .timeout(settings.itemRefreshMillis(), TimeUnit.MILLISECONDS)
        .recover(cause -> loaded ? Future.succeededFuture() : Future.failedFuture(cause))
        .map(read -> json());
  }

  private JsonArray json() {
    JsonArray list = new JsonArray();
    known.values().forEach(item -> list.add(item.toJson()));
    return list;
  }

  /** Reads the list again; calls that come meanwhile share the result. */
  Future<Void> refresh() {
    if (refreshing != null) {
      return refreshing;
    }
    Future<Void> reading =
        items
            .listed(clock.instant().minusMillis(settings.retentionMillis()), settings.maxListed())
            .map(this::take);
    refreshing = reading;
    reading.onComplete(done -> ended(done.cause()));
    return reading;
  }

  private void ended(Throwable cause) {
    refreshing = null;
    if (cause == null) {
      failing = false;
    } else if (!failing) {
      failing = true;
      LOG.warn("cannot read the items, the last known ones count: {}", cause.getMessage());
    }
  }

  private Void take(RowSet<Row> rows) {
    Map<Long, SaleItem> fresh = new LinkedHashMap<>();
    for (Row row : rows) {
      try {
        SaleItem item = SaleItem.read(row);
        fresh.put(item.itemId(), item);
      } catch (SeckillException e) {
        LOG.debug("left out of the list: {}", e.getMessage());
      }
    }
    known = fresh;
    loaded = true;
    return null;
  }
}
