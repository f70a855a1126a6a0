package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.SeckillException;

/** {@code /admin/notices}: what buyers could not be told at once, and telling them again. */
final class NoticeHandlers {
  private static final int OK = 200;
  private static final String ITEM_ID = "itemId";
  private static final String LIMIT = "limit";
  private static final List<String> TEXTS = List.of("state", ITEM_ID, "after");

  private final BusClient bus;

  NoticeHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** {@code GET /admin/notices?state=&itemId=&after=&limit=}. */
  void list(RoutingContext ctx) {
    JsonObject request = new JsonObject();
    for (String name : TEXTS) {
      String value = parameter(ctx, name);
      if (value != null) {
        request.put(name, value);
      }
    }
    String limit = parameter(ctx, LIMIT);
    if (limit != null) {
      if (!limit.matches("[1-9][0-9]{0,5}")) {
        throw SeckillException.badRequest("limit must be an integer from 1 on");
      }
      request.put(LIMIT, Integer.parseInt(limit));
    }
    answer(ctx, bus.request(Addresses.NOTICE_LIST, request));
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

  private static String parameter(RoutingContext ctx, String name) {
    List<String> values = ctx.queryParam(name);
    if (values.size() > 1) {
      throw SeckillException.badRequest(name + " is given more than once");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  private static void answer(RoutingContext ctx, Future<JsonObject> reply) {
    reply
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
