package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.BlacklistKey;
import seckill.contract.Json;
import seckill.contract.SeckillException;

/** {@code /admin/blacklist}: who is blocked, blocking and letting in again. */
final class BlacklistHandlers {
  private static final Set<String> FIELDS = Set.of("kind", "value", "reason", "until");
  private static final int OK = 200;

  private final BusClient bus;

  BlacklistHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** {@code GET /admin/blacklist?cursor=&limit=}. */
  void list(RoutingContext ctx) {
    JsonObject request = new JsonObject();
    String cursor = parameter(ctx, "cursor");
    if (cursor != null) {
      request.put("cursor", cursor);
    }
    String limit = parameter(ctx, "limit");
    if (limit != null) {
      if (!limit.matches("[1-9][0-9]{0,5}")) {
        throw SeckillException.badRequest("limit must be an integer from 1 on");
      }
      request.put("limit", Integer.parseInt(limit));
    }
    answer(ctx, bus.request(Addresses.BLACKLIST_LIST, request));
  }

  /** {@code PUT /admin/blacklist}. */
  void add(RoutingContext ctx) {
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, FIELDS);
    // Refused here if malformed, so that nothing is sent.
    BlacklistKey.fromJson(body);
    answer(ctx, bus.request(Addresses.BLACKLIST_ADD, signed(ctx, body.copy())));
  }

  /** {@code DELETE /admin/blacklist?kind=&value=}. */
  void remove(RoutingContext ctx) {
    BlacklistKey key = BlacklistKey.of(parameter(ctx, "kind"), parameter(ctx, "value"));
    answer(ctx, bus.request(Addresses.BLACKLIST_REMOVE, signed(ctx, key.toJson())));
  }

  private static String parameter(RoutingContext ctx, String name) {
    List<String> values = ctx.queryParam(name);
    if (values.size() > 1) {
      throw SeckillException.badRequest(name + " is given more than once");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  private static JsonObject signed(RoutingContext ctx, JsonObject request) {
    return request.put("actor", GateHandler.callerOf(ctx).userId());
  }

  private static void answer(RoutingContext ctx, Future<JsonObject> reply) {
    reply
        .onSuccess(json -> Answers.json(ctx.response(), OK, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
