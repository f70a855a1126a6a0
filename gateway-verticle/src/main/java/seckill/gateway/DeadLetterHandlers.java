package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Json;

/** {@code /admin/dead-letters}: messages that could not become orders, and what is to be done. */
final class DeadLetterHandlers {
  /** The parameters of the list. */
  static final String[] QUERY = {"itemId", "state", "after", QueryText.LIMIT};

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
    answer(ctx, bus.read(Addresses.DEAD_LETTER_LIST, QueryText.page(ctx, QUERY)));
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

  private static void answer(RoutingContext ctx, Future<JsonObject> reply) {
    reply
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
