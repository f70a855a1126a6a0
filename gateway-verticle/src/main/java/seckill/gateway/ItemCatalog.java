package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.ReadCache.Read;

/** What the public may know about items. */
final class ItemCatalog {
  private static final String ALL = "all";
  private static final String PAUSED = "PAUSED";

  private final Clock clock;
  private final ReadCache<String, JsonArray> items;
  private final ReadCache<Long, JsonObject> stocks;

  ItemCatalog(BusClient bus, HttpSettings settings, Clock clock, LongSupplier nanoClock) {
    this.clock = clock;
    this.items =
        new ReadCache<>(
            settings.readLimits(1),
            clock,
            nanoClock,
            all ->
                bus.request(Addresses.ITEM_LIST, new JsonObject())
                    .map(reply -> reply.getJsonArray("items")));
    this.stocks =
        new ReadCache<>(
            settings.readLimits(settings.readCacheEntries()),
            clock,
            nanoClock,
            itemId ->
                bus.request(
                    Addresses.ITEM_STOCK, new JsonObject().put("itemId", Long.toString(itemId))));
  }

  /** All items, each with its state by now. */
  Future<Read<JsonArray>> list() {
    return items.get(ALL).map(read -> read.map(this::withStates));
  }

  private JsonArray withStates(JsonArray all) {
    JsonArray stated = new JsonArray();
    for (int i = 0; i < all.size(); i++) {
      stated.add(withState(all.getJsonObject(i)));
    }
    return stated;
  }

  /** Succeeds if the till answers, fails with DEGRADED if only what it once told is known. */
  Future<Void> requireTill() {
    return items
        .get(ALL)
        .transform(
            read ->
                read.succeeded() && !read.result().isStale()
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        new SeckillException(Outcome.DEGRADED, "the till does not answer")));
  }

  /** One item with its state by now; fails with NOT_FOUND. */
  Future<Read<JsonObject>> item(long itemId) {
    String wanted = Long.toString(itemId);
    return items.get(ALL).map(read -> read.map(all -> withState(find(all, wanted))));
  }

  private static JsonObject find(JsonArray all, String wanted) {
    for (int i = 0; i < all.size(); i++) {
      JsonObject item = all.getJsonObject(i);
      if (wanted.equals(item.getString("itemId"))) {
        return item;
      }
    }
    throw new SeckillException(Outcome.NOT_FOUND, "there is no item " + wanted);
  }

  /** Units left; fails with NOT_FOUND. */
  Future<Read<JsonObject>> stock(long itemId) {
    return stocks.get(itemId);
  }

  /** Looks again at the next question. */
  void clear() {
    items.clear();
    stocks.clear();
  }

  private JsonObject withState(JsonObject item) {
    JsonObject stated = item.copy();
    String status = (String) stated.remove("status");
    return stated.put("state", state(item, status));
  }

  private String state(JsonObject item, String status) {
    Instant now = clock.instant();
    if (!now.isBefore(Instant.parse(item.getString("endAt")))) {
      return "ENDED";
    }
    if (PAUSED.equals(status)) {
      return PAUSED;
    }
    return now.isBefore(Instant.parse(item.getString("startAt"))) ? "UPCOMING" : "OPEN";
  }
}
