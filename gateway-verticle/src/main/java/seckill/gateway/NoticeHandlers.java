package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** {@code /admin/notices}: what buyers could not be told at once, and telling them again. */
final class NoticeHandlers {
  private static final int OK = 200;
  private static final String ITEM_ID = "itemId";
  private static final String ENABLED = "enabled";

  /** The parameters of the list. */
  static final String[] QUERY = {"state", ITEM_ID, "after", QueryText.LIMIT};

  private final BusClient bus;

  NoticeHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** {@code GET /admin/notices?state=&itemId=&after=&limit=}. */
  void list(RoutingContext ctx) {
    answer(
        ctx,
        bus.read(Addresses.NOTICE_LIST, QueryText.page(ctx, QUERY))
            .map(page -> page.put(ENABLED, true))
            .recover(NoticeHandlers::orOff));
  }

  // A list that is looked at every few seconds is no place for refusals: where notices are off,
  // there are none.
  private static Future<JsonObject> orOff(Throwable cause) {
    return cause instanceof SeckillException refusal && refusal.outcome() == Outcome.SWITCHED_OFF
        ? Future.succeededFuture(
            new JsonObject().put("notices", new JsonArray()).put(ENABLED, false))
        : Future.failedFuture(cause);
  }

  /** {@code POST /admin/notices/{noticeId}/retry}. */
  void retry(RoutingContext ctx) {
    Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
    retry(ctx, new JsonObject().put("id", ctx.pathParam("noticeId")));
  }

  /** {@code POST /admin/notices/retry}: all that were given up, or those of one item. */
  void retryAll(RoutingContext ctx) {
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, Set.of(ITEM_ID));
    retry(ctx, body.copy());
  }

  private void retry(RoutingContext ctx, JsonObject request) {
    request.put("actor", GateHandler.callerOf(ctx).userId());
    answer(ctx, bus.request(Addresses.NOTICE_RETRY, request));
  }

  private static void answer(RoutingContext ctx, Future<JsonObject> reply) {
    reply
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
