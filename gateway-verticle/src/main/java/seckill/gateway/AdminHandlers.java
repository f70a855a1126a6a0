package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemIds;
import seckill.contract.ItemSpec;
import seckill.contract.Json;

/** What operators may do; the till writes the audit with the actor that is named here. */
final class AdminHandlers {
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final String ITEM_ID = "itemId";

  private final BusClient bus;
  private final BusClient auditor;

  /**
   * @param auditor waits for as long as a reconciliation takes
   */
  AdminHandlers(BusClient bus, BusClient auditor) {
    this.bus = bus;
    this.auditor = auditor;
  }

  /** {@code POST /admin/items}. */
  void create(RoutingContext ctx) {
    ItemSpec item = ItemSpec.fromJson(JsonBodyHandler.of(ctx));
    ctx.response().putHeader(HttpHeaders.LOCATION, "/api/items/" + item.itemId());
    answer(
        ctx,
        CREATED,
        bus.request(
            Addresses.ITEM_CREATE, signed(ctx, new JsonObject().put("item", item.toJson()))));
  }

  /** {@code POST /admin/items/{itemId}/...}: a change that needs no more than the item. */
  Handler<RoutingContext> change(String address) {
    return ctx -> {
      String itemId = Long.toString(ItemIds.parse(ctx.pathParam(ITEM_ID)));
      Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
      answer(ctx, OK, bus.request(address, signed(ctx, new JsonObject().put(ITEM_ID, itemId))));
    };
  }

  /** {@code PUT /admin/items/{itemId}/gate}. */
  void setGate(RoutingContext ctx) {
    String itemId = Long.toString(ItemIds.parse(ctx.pathParam(ITEM_ID)));
    ItemGate gate = ItemGate.fromJson(JsonBodyHandler.of(ctx));
    answer(
        ctx,
        OK,
        bus.request(
            Addresses.ITEM_GATE,
            signed(ctx, new JsonObject().put(ITEM_ID, itemId).put("gate", gate.toJson()))));
  }

  /** {@code POST /admin/...}: a change of all items. */
  Handler<RoutingContext> changeAll(String address) {
    return ctx -> {
      Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
      answer(ctx, OK, bus.request(address, signed(ctx, new JsonObject())));
    };
  }

  /** {@code GET /admin/status}. */
  void saleStatus(RoutingContext ctx) {
    answer(ctx, OK, bus.request(Addresses.SALE_STATUS, new JsonObject()));
  }

  /** {@code POST /admin/reconciliations}. */
  void reconcile(RoutingContext ctx) {
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, Set.of(ITEM_ID));
    String itemId = Long.toString(ItemIds.parse(body.getValue(ITEM_ID)));
    answer(
        ctx, OK, auditor.request(Addresses.RECONCILE_RUN, new JsonObject().put(ITEM_ID, itemId)));
  }

  private static JsonObject signed(RoutingContext ctx, JsonObject request) {
    return request.put("actor", GateHandler.callerOf(ctx).userId());
  }

  private static void answer(RoutingContext ctx, int status, Future<JsonObject> reply) {
    reply
        .onSuccess(json -> Answers.json(ctx.response(), status, Answers.PRIVATE, json))
        .onFailure(ctx::fail);
  }
}
