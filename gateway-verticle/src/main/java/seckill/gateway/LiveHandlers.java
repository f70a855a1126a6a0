package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;
import seckill.contract.ItemIds;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.ReadCache.Read;
import seckill.gateway.pages.PollPace;

/** {@code GET /api/items/{itemId}/live}: what an open page shows of its items, in one answer. */
final class LiveHandlers {
  private static final List<String> SHOWN = List.of("itemId", "state", "startAt", "endAt", "gate");

  private final ItemCatalog catalog;
  private final LongFunction<List<Long>> together;
  private final PollPace pace;

  /**
   * Handlers for one event loop.
   *
   * @param together the items that share a page with one, itself included
   */
  LiveHandlers(ItemCatalog catalog, LongFunction<List<Long>> together, PollPace pace) {
    this.catalog = catalog;
    this.together = together;
    this.pace = pace;
  }

  /** Tells state and units left of an item and its variants, and when to ask again. */
  void live(RoutingContext ctx) {
    long itemId = ItemIds.parse(ctx.pathParam("itemId"));
    long pollMillis = pace.next();
    List<Future<Read<JsonObject>>> each = together.apply(itemId).stream().map(this::one).toList();
    Future.all(each)
        .map(all -> body(each.stream().map(Future::result).toList(), itemId, pollMillis))
        .onSuccess(body -> Answers.json(ctx.response(), 200, Answers.ONE_SECOND, body))
        .onFailure(ctx::fail);
  }

  /** An item; one that is not there any more is empty. */
  private Future<Read<JsonObject>> one(long itemId) {
    Future<Read<JsonObject>> item =
        catalog.item(itemId).recover(cause -> orElse(cause, new JsonObject()));
    Future<Read<JsonObject>> stock =
        catalog.stock(itemId).recover(cause -> orElse(cause, new JsonObject()));
    return Future.all(item, stock).map(both -> both(item.result(), stock.result()));
  }

  private static Future<Read<JsonObject>> orElse(Throwable cause, JsonObject nothing) {
    return cause instanceof SeckillException refusal && refusal.outcome() == Outcome.NOT_FOUND
        ? Future.succeededFuture(new Read<>(nothing, null))
        : Future.failedFuture(cause);
  }

  private static Read<JsonObject> both(Read<JsonObject> item, Read<JsonObject> stock) {
    JsonObject live = new JsonObject();
    SHOWN.forEach(
        field -> {
          if (item.value().containsKey(field)) {
            live.put(field, item.value().getValue(field));
          }
        });
    if (!live.isEmpty() && stock.value().containsKey("stock")) {
      live.put("stock", stock.value().getValue("stock"));
    }
    return new Read<>(live, earlier(item.staleSince(), stock.staleSince()));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one == null || other != null && other.isBefore(one) ? other : one;
  }

  private static JsonObject body(List<Read<JsonObject>> items, long wanted, long pollMillis) {
    JsonArray live = new JsonArray();
    Instant staleSince = null;
    boolean found = false;
    for (Read<JsonObject> item : items) {
      if (!item.value().isEmpty()) {
        live.add(item.value());
        found |= Long.toString(wanted).equals(item.value().getString("itemId"));
        staleSince = earlier(staleSince, item.staleSince());
      }
    }
    if (!found) {
      throw new SeckillException(Outcome.NOT_FOUND, "there is no item " + wanted);
    }
    JsonObject body = new JsonObject().put("items", live).put("pollAfterMillis", pollMillis);
    return staleSince == null ? body : body.put("stale", true).put("asOf", staleSince.toString());
  }
}
