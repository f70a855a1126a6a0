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
import seckill.contract.ItemPage;
import seckill.contract.ItemSpec;
import seckill.contract.Json;
import seckill.contract.SeckillException;
import seckill.contract.TermsChange;

/** What operators may do; the till writes the audit with the actor that is named here. */
final class AdminHandlers {
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final String ITEM_ID = "itemId";
  private static final Set<String> SWITCH_FIELDS = Set.of("store", "requestId");
  private static final String REPAIR = "repair";

  private final BusClient bus;
  private final BusClient patient;
  private final long patienceMillis;

  /**
   * @param patient waits for as long as a reconciliation or a large preheat takes
   * @param patienceMillis how long that is
   */
  AdminHandlers(BusClient bus, BusClient patient, long patienceMillis) {
    this.bus = bus;
    this.patient = patient;
    this.patienceMillis = patienceMillis;
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

  /** {@code PUT /admin/items/{itemId}}: a draft as it is to be. */
  void edit(RoutingContext ctx) {
    ItemSpec item = ItemSpec.fromJson(JsonBodyHandler.of(ctx));
    if (item.itemId() != ItemIds.parse(ctx.pathParam(ITEM_ID))) {
      throw SeckillException.badRequest("itemId must be that of the path");
    }
    answer(
        ctx,
        OK,
        bus.request(Addresses.ITEM_EDIT, signed(ctx, new JsonObject().put("item", item.toJson()))));
  }

  /** {@code POST /admin/items/{itemId}/...}: a change that needs no more than the item. */
  Handler<RoutingContext> change(String address) {
    return change(address, bus);
  }

  /** The same for a change that may move millions of entries. */
  Handler<RoutingContext> longChange(String address) {
    Handler<RoutingContext> change = change(address, patient);
    return ctx -> {
      takeTime(ctx);
      change.handle(ctx);
    };
  }

  // Looked over only from time to time, so that the bus answers first.
  private void takeTime(RoutingContext ctx) {
    GateHandler.visitOf(ctx).mayTake(2 * patienceMillis);
  }

  private static Handler<RoutingContext> change(String address, BusClient till) {
    return ctx -> {
      String itemId = Long.toString(ItemIds.parse(ctx.pathParam(ITEM_ID)));
      Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
      answer(ctx, OK, till.request(address, signed(ctx, new JsonObject().put(ITEM_ID, itemId))));
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

  /** {@code PUT /admin/items/{itemId}/page}. */
  void setPage(RoutingContext ctx) {
    String itemId = Long.toString(ItemIds.parse(ctx.pathParam(ITEM_ID)));
    ItemPage page = ItemPage.fromJson(JsonBodyHandler.of(ctx));
    answer(
        ctx,
        OK,
        bus.request(
            Addresses.ITEM_PAGE,
            signed(ctx, new JsonObject().put(ITEM_ID, itemId).put("page", page.toJson()))));
  }

  /** {@code POST /admin/items/{itemId}/...}: a change of the terms of its sale. */
  Handler<RoutingContext> changeTerms(String address, TermsChange.Kind kind) {
    return ctx -> {
      long itemId = ItemIds.parse(ctx.pathParam(ITEM_ID));
      TermsChange change = TermsChange.fromJson(itemId, kind, JsonBodyHandler.of(ctx));
      JsonObject request = change.toJson().put(ITEM_ID, Long.toString(itemId));
      answer(ctx, OK, bus.request(address, signed(ctx, request)));
    };
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
    answer(ctx, OK, bus.read(Addresses.SALE_STATUS, new JsonObject()));
  }

  /** {@code GET /admin/store}. */
  void store(RoutingContext ctx) {
    answer(ctx, OK, bus.read(Addresses.STORE_GET, new JsonObject()));
  }

  /** {@code POST /admin/store/switch}. */
  void switchStore(RoutingContext ctx) {
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, SWITCH_FIELDS);
    answer(ctx, OK, bus.request(Addresses.STORE_SWITCH, signed(ctx, body.copy())));
  }

  /** {@code POST /admin/reconciliations}. */
  void reconcile(RoutingContext ctx) {
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, Set.of(ITEM_ID, REPAIR));
    String itemId = Long.toString(ItemIds.parse(body.getValue(ITEM_ID)));
    Boolean repair = Json.flag(body, REPAIR);
    JsonObject request = signed(ctx, new JsonObject().put(ITEM_ID, itemId));
    if (repair != null) {
      request.put(REPAIR, repair);
    }
    takeTime(ctx);
    answer(ctx, OK, patient.request(Addresses.RECONCILE_RUN, request));
  }

  /** {@code GET /admin/items/{itemId}/ledger}. */
  void ledger(RoutingContext ctx) {
    String itemId = Long.toString(ItemIds.parse(ctx.pathParam(ITEM_ID)));
    answer(ctx, OK, bus.read(Addresses.ITEM_LEDGER, new JsonObject().put(ITEM_ID, itemId)));
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
