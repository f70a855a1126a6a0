package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.BlacklistKey;
import seckill.contract.Json;

/** {@code /admin/blacklist}: who is blocked, blocking and letting in again. */
final class BlacklistHandlers {
  private static final Set<String> FIELDS = Set.of("kind", "value", "reason", "until");
  private static final int OK = 200;

  /** The parameters of the list. */
  static final String[] LIST_QUERY = {"cursor", QueryText.LIMIT};

  /** The parameters that name an entry. */
  static final String[] ENTRY_QUERY = {"kind", "value"};

  private final BusClient bus;

  BlacklistHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** {@code GET /admin/blacklist?cursor=&limit=}. */
  void list(RoutingContext ctx) {
    answer(ctx, bus.read(Addresses.BLACKLIST_LIST, QueryText.page(ctx, LIST_QUERY)));
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
    BlacklistKey key = BlacklistKey.of(QueryText.one(ctx, "kind"), QueryText.one(ctx, "value"));
    answer(ctx, bus.request(Addresses.BLACKLIST_REMOVE, signed(ctx, key.toJson())));
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
