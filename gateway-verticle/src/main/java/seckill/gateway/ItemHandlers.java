package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.Instant;
import seckill.contract.ItemIds;
import seckill.gateway.ReadCache.Read;

/** What everybody may read: items, stock and the time. */
final class ItemHandlers {
  private final ItemCatalog catalog;
  private final Clock clock;

  ItemHandlers(ItemCatalog catalog, Clock clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  /** {@code GET /api/items}. */
  void list(RoutingContext ctx) {
    answer(
        ctx, catalog.list().map(read -> read.map(items -> new JsonObject().put("items", items))));
  }

  /** {@code GET /api/items/{itemId}}. */
  void item(RoutingContext ctx) {
    answer(ctx, catalog.item(ItemIds.parse(ctx.pathParam("itemId"))));
  }

  /** {@code GET /api/items/{itemId}/stock}. */
  void stock(RoutingContext ctx) {
    answer(ctx, catalog.stock(ItemIds.parse(ctx.pathParam("itemId"))));
  }

  private static void answer(RoutingContext ctx, Future<Read<JsonObject>> body) {
    body.onSuccess(read -> Answers.json(ctx.response(), 200, Answers.ONE_SECOND, withAge(read)))
        .onFailure(ctx::fail);
  }

  private static JsonObject withAge(Read<JsonObject> read) {
    return read.isStale()
        ? read.value().copy().put("stale", true).put("asOf", read.staleSince().toString())
        : read.value();
  }

  /** {@code GET /api/time}: for countdowns, so never from a cache. */
  void time(RoutingContext ctx) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    JsonObject body =
        new JsonObject().put("now", now.toString()).put("epochMillis", now.toEpochMilli());
    Answers.json(ctx.response(), 200, Answers.NO_STORE, body);
  }
}
