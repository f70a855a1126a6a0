package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Login and payment for trying things out; where they are switched off, nobody finds them. */
final class DevHandlers {
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final String USER_ID = "userId";
  private static final String ROLE = "role";
  private static final String ADMIN = "admin";
  private static final Set<String> HERE = Set.of("::1", "0:0:0:0:0:0:0:1");
  private static final String TAKING = "TAKING";

  private final DevDesk desk;
  private final BusClient bus;

  /**
   * Handlers for one event loop.
   *
   * @param desk {@code null} if they are switched off
   */
  DevHandlers(DevDesk desk, BusClient bus) {
    this.desk = desk;
    this.bus = bus;
  }

  private void requireDesk() {
    if (desk == null) {
      throw new SeckillException(Outcome.NOT_FOUND, "pages.devLogin is switched off");
    }
  }

  /** {@code POST /api/dev/login}. */
  void login(RoutingContext ctx) {
    requireDesk();
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, Set.of(USER_ID, ROLE));
    JsonObject token = desk.token(Json.text(body, USER_ID), role(ctx, Json.text(body, ROLE)));
    Answers.json(ctx.response(), OK, Answers.PRIVATE, token);
  }

  // Whoever knows the development secret can make such a token without asking; still nobody gets it
  // by finding an open port.
  private static String role(RoutingContext ctx, String role) {
    if (role == null) {
      return null;
    }
    if (!role.equals(ADMIN)) {
      throw SeckillException.badRequest("the only role is " + ADMIN);
    }
    if (!isHere(ctx.request().connection().remoteAddress())
        || ctx.request().getHeader("X-Forwarded-For") != null) {
      throw new SeckillException(
          Outcome.FORBIDDEN, "operators log in like this on the gateway's own machine only");
    }
    return role;
  }

  private static boolean isHere(SocketAddress peer) {
    String address = peer == null ? null : peer.hostAddress();
    return address != null && (address.startsWith("127.") || HERE.contains(address));
  }

  /** {@code POST /api/dev/orders/{orderId}/pay}: pays the price of one of the caller's orders. */
  void pay(RoutingContext ctx) {
    requireDesk();
    String orderId = OrderIds.require(ctx.pathParam("orderId"));
    JsonObject order =
        new JsonObject().put("orderId", orderId).put(USER_ID, GateHandler.callerOf(ctx).userId());
    List<String> items = ctx.queryParam("itemId");
    if (!items.isEmpty()) {
      order.put("itemId", Long.toString(ItemIds.parse(items.get(0))));
    }
    bus.request(Addresses.ORDER_GET, order)
        .compose(found -> pay(orderId, found.getLong("priceCents")))
        .onSuccess(
            paid ->
                Answers.json(
                    ctx.response(),
                    TAKING.equals(paid.getString("outcome")) ? ACCEPTED : OK,
                    Answers.PRIVATE,
                    paid))
        .onFailure(ctx::fail);
  }

  private Future<JsonObject> pay(String orderId, Long priceCents) {
    if (priceCents == null) {
      throw new SeckillException(Outcome.PENDING, "the order is not written yet");
    }
    return bus.request(
        Addresses.ORDER_PAY,
        new JsonObject()
            .put("orderId", orderId)
            .put("paymentId", "demo-" + orderId)
            .put("amountCents", priceCents));
  }
}
