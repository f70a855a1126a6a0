package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.OrderIds;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * What a caller may read about their own purchases.
 *
 * <p>Two services know a part each: the till has the receipt from the moment of the purchase, the
 * pen has the order once it is written. A known receipt is never answered with "not found".
 */
final class OrderHandlers {
  private static final String MAY_STILL_SHOW_UP =
      "There is no purchase of yours here. One of a moment ago may still show up: please ask again"
          + " shortly.";

  private final BusClient bus;

  OrderHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** {@code GET /api/items/{itemId}/purchases/mine}. */
  void mine(RoutingContext ctx) {
    String itemId = Long.toString(ItemIds.parse(ctx.pathParam("itemId")));
    String userId = GateHandler.callerOf(ctx).userId();
    answer(
        ctx,
        receipt(itemId, userId)
            .compose(
                orderId ->
                    order(orderId, userId, itemId).otherwise(away -> queued(orderId, itemId))));
  }

  /** {@code GET /api/orders/{orderId}}; with {@code ?itemId=} also before it is written. */
  void order(RoutingContext ctx) {
    String orderId = OrderIds.require(ctx.pathParam("orderId"));
    String userId = GateHandler.callerOf(ctx).userId();
    List<String> items = ctx.queryParam("itemId");
    if (items.isEmpty()) {
      answer(ctx, order(orderId, userId, null));
      return;
    }
    String itemId = Long.toString(ItemIds.parse(items.get(0)));
    answer(
        ctx,
        order(orderId, userId, itemId)
            .recover(
                away ->
                    receipt(itemId, userId)
                        .compose(
                            mine ->
                                mine.equals(orderId)
                                    ? Future.succeededFuture(queued(orderId, itemId))
                                    : Future.failedFuture(away))));
  }

  /** {@code GET /api/orders}: of the live items, or of the one with {@code ?itemId=}. */
  void list(RoutingContext ctx) {
    JsonObject request = new JsonObject().put("userId", GateHandler.callerOf(ctx).userId());
    List<String> items = ctx.queryParam("itemId");
    if (!items.isEmpty()) {
      request.put("itemId", Long.toString(ItemIds.parse(items.get(0))));
    }
    answer(ctx, bus.request(Addresses.ORDER_LIST, request));
  }

  private Future<String> receipt(String itemId, String userId) {
    return bus.request(
            Addresses.PURCHASE_MINE, new JsonObject().put("itemId", itemId).put("userId", userId))
        .map(reply -> reply.getString("orderId"));
  }

  private Future<JsonObject> order(String orderId, String userId, String itemId) {
    JsonObject request = new JsonObject().put("orderId", orderId).put("userId", userId);
    if (itemId != null) {
      request.put("itemId", itemId);
    }
    return bus.request(Addresses.ORDER_GET, request);
  }

  private static JsonObject queued(String orderId, String itemId) {
    return new JsonObject()
        .put("orderId", orderId)
        .put("itemId", itemId)
        .put("status", OrderStatus.QUEUED.name());
  }

  private static void answer(RoutingContext ctx, Future<JsonObject> body) {
    body.onSuccess(json -> Answers.json(ctx.response(), 200, Answers.PRIVATE, json))
        .onFailure(failure -> ctx.fail(told(failure)));
  }

  private static Throwable told(Throwable failure) {
    return failure instanceof SeckillException refusal && refusal.outcome() == Outcome.NOT_FOUND
        ? mayStillShowUp()
        : failure;
  }

  /** The NOT_FOUND of an order that may have been bought a moment ago. */
  static ProblemException mayStillShowUp() {
    return new ProblemException(
        new Problem(
            Outcome.NOT_FOUND,
            Outcome.NOT_FOUND.httpStatus(),
            MAY_STILL_SHOW_UP,
            true,
            null,
            0,
            0));
  }
}
