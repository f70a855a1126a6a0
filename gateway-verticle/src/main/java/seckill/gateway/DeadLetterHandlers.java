package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.SeckillException;

/** {@code /admin/dead-letters}: messages that could not become orders, and what is to be done. */
final class DeadLetterHandlers {
  private static final int OK = 200;

  private final BusClient bus;

  /**
   * @param bus waits for as long as the till takes to give a unit back
   */
  DeadLetterHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** {@code GET /admin/dead-letters?itemId=&state=&after=&limit=}. */
  void list(RoutingContext ctx) {
    JsonObject request = new JsonObject();
    for (String name : List.of("itemId", "state", "after")) {
      String value = parameter(ctx, name);
      if (value != null) {
        request.put(name, value);
      }
    }
    String limit = parameter(ctx, "limit");
    if (limit != null) {
      if (!limit.matches("[1-9][0-9]{0,5}")) {
        throw SeckillException.badRequest("limit must be an integer from 1 on");
      }
      request.put("limit", Integer.parseInt(limit));
    }
    answer(ctx, bus.request(Addresses.DEAD_LETTER_LIST, request));
  }

  /** {@code POST /admin/dead-letters/{letterId}/...}: a decision about one letter. */
  Handler<RoutingContext> decide(String address) {
    return ctx -> {
      Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
      answer(
          ctx,
          bus.request(
              address,
              new JsonObject()
                  .put("id", ctx.pathParam("letterId"))
                  .put("actor", GateHandler.callerOf(ctx).userId())));
    };
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
