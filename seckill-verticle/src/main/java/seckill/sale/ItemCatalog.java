package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
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
import seckill.sale.recovery.Floor;

/**
 * The items as the books had them a moment ago.
 *
 * <p>Selling never waits for it: while MySQL is away the last known list counts, and an item that
 * is not in it has an unknown epoch.
 */
final class ItemCatalog {
  private static final Logger LOG = LoggerFactory.getLogger(ItemCatalog.class);

  private final ItemRepository items;
  private final GateRepository gates;
  private final SaleSettings settings;
  private final Clock clock;
  private Map<Long, SaleItem> known = Map.of();
  private SaleSwitch saleSwitch = SaleSwitch.UNKNOWN;
  private boolean loaded;
  private boolean failing;
  private Future<Void> refreshing;

  ItemCatalog(ItemRepository items, GateRepository gates, SaleSettings settings, Clock clock) {
    this.items = items;
    this.gates = gates;
    this.settings = settings;
    this.clock = clock;
  }

  /** The epoch of an item in the books; 0 if not known. */
  long epochOf(long itemId) {
    SaleItem item = known.get(itemId);
    return item == null ? 0 : item.epoch();
  }

  /** The purchases of an item that its live orders in the books prove; none after its sale. */
  Floor floorOf(long itemId) {
    SaleItem item = known.get(itemId);
    return item == null || isOver(item) ? Floor.NONE : new Floor(item.epoch(), item.sold());
  }

  /** The revision of an item in MySQL; 0 if not known. */
  long revisionOf(long itemId) {
    SaleItem item = known.get(itemId);
    return item == null ? 0 : item.revision();
  }

  /** Whether the sale of an item is over. */
  boolean isOver(SaleItem item) {
    return !clock.instant().isBefore(item.spec().endAt());
  }

  /** The ids of the known items whose sale is not over. */
  List<Long> unendedIds() {
    return known.values().stream().filter(item -> !isOver(item)).map(SaleItem::itemId).toList();
  }

  /** The ids of all known items. */
  List<Long> itemIds() {
    return List.copyOf(known.keySet());
  }

  /** All known items. */
  List<SaleItem> items() {
    return List.copyOf(known.values());
  }

  /** Whether the books say that an item is paused, by itself or with all. */
  boolean isPaused(long itemId) {
    SaleItem item = known.get(itemId);
    return allPaused() || item != null && item.isPaused();
  }

  /** The ids of the items that the books say are paused by themselves. */
  List<Long> pausedIds() {
    return known.values().stream().filter(SaleItem::isPaused).map(SaleItem::itemId).toList();
  }

  /** Whether the books say that all items are paused; so they are while nobody has read them. */
  boolean allPaused() {
    return saleSwitch.isPaused();
  }

  /** The switch for all items. */
  SaleSwitch saleSwitch() {
    return saleSwitch;
  }

  /** {@code {items, status}} as of now, or the last known ones while MySQL does not answer. */
  Future<JsonObject> list() {
    return within(refresh())
        .recover(this::lastKnown)
        .map(
            read -> {
              JsonArray list = new JsonArray();
              known.values().forEach(item -> list.add(item.toJson(allPaused())));
              return new JsonObject().put("items", list).put("status", saleSwitch.status());
            });
  }

  /**
   * {@code {status, paused}}: the switch for all items, and the ids of those that are paused by
   * themselves; as of now, or the last known ones while MySQL does not answer.
   */
  Future<JsonObject> switches() {
    Future<List<Long>> paused = items.paused(clock.instant());
    return within(Future.all(gates.saleSwitch(), paused))
        .map(read -> switches(read.resultAt(0), paused.result()))
        .recover(cause -> lastKnown(cause).map(known -> switches(saleSwitch, pausedIds())));
  }

  private static JsonObject switches(SaleSwitch all, List<Long> pausedIds) {
    JsonArray paused = new JsonArray();
    pausedIds.forEach(itemId -> paused.add(Long.toString(itemId)));
    return new JsonObject().put("status", all.status()).put("paused", paused);
  }

  private <T> Future<T> within(Future<T> reading) {
    return reading.timeout(settings.itemRefreshMillis(), TimeUnit.MILLISECONDS);
  }

  private <T> Future<T> lastKnown(Throwable cause) {
    return loaded ? Future.succeededFuture() : Future.failedFuture(cause);
  }

  /** Reads the list again; calls that come meanwhile share the result. */
  Future<Void> refresh() {
    if (refreshing != null) {
      return refreshing;
    }
    Future<RowSet<Row>> rows =
        items.listed(clock.instant().minusMillis(settings.retentionMillis()), settings.maxListed());
    Future<Void> reading =
        Future.all(rows, gates.saleSwitch()).map(read -> take(rows.result(), read.resultAt(1)));
    refreshing = reading;
    reading.onComplete(done -> ended(done.cause()));
    return reading;
  }

  /** Reads the list as it is from now on. */
  Future<Void> refreshAnew() {
    return refreshing == null ? refresh() : refreshing.transform(read -> refresh());
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

  private Void take(RowSet<Row> rows, SaleSwitch all) {
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
    saleSwitch = all;
    loaded = true;
    return null;
  }
}
