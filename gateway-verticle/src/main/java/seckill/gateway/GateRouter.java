package seckill.gateway;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.HEAD;
import static io.vertx.core.http.HttpMethod.POST;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.gateway.pages.PageHandlers;

/**
 * The routes, and the order of their checks, in one place.
 *
 * <p>All checks of an operation stand on its own route: a request that reaches a handler has passed
 * every check before it, however its path is spelt.
 */
final class GateRouter {
  /** What vertx-web itself fails requests with: bad head, unknown path, thrown exception. */
  private static final Set<Integer> FRAMEWORK_STATUSES = Set.of(400, 404, 500);

  private final Router router;
  private final Map<String, Set<String>> methods = new LinkedHashMap<>();

  private GateRouter(Vertx vertx) {
    this.router = Router.router(vertx);
  }

  /** The handlers that routes are made of. */
  record Parts(
      FrontDoor door,
      PurchaseLane purchases,
      GateHandler personal,
      JsonBodyHandler body,
      ItemHandlers items,
      LiveHandlers live,
      PageHandlers pages,
      DevHandlers dev,
      OrderHandlers orders,
      CancelHandlers cancels,
      PaymentHandlers payments,
      ReservationHandlers reservations,
      ChallengeHandlers challenges,
      GateHandler guarded,
      GateHandler waiting,
      QueueHandlers queue,
      AdminHandlers admin,
      BlacklistHandlers blacklist,
      DeadLetterHandlers letters,
      NoticeHandlers notices,
      BoardHandlers board,
      GateAdminHandlers gate,
      FailureHandler failure) {}

  static Router create(Vertx vertx, Parts parts) {
    GateRouter gate = new GateRouter(vertx);
    gate.router.route().handler(parts.door()::attach);
    gate.purchases(parts);
    gate.orders(parts);
    gate.reservations(parts);
    gate.challenges(parts);
    gate.queue(parts);
    gate.reads(parts);
    new AdminRoutes(parts, gate::on).add();
    gate.pages(parts);
    gate.refuseOtherMethods();
    FRAMEWORK_STATUSES.forEach(status -> gate.router.errorHandler(status, parts.failure()));
    return gate.router;
  }

  private void purchases(Parts parts) {
    on(POST, "/api/items/:itemId/purchases", "purchase")
        .handler(
            ctx ->
                parts
                    .purchases()
                    .handle(
                        GateHandler.visitOf(ctx).about(ItemIds.parse(ctx.pathParam("itemId")))));
    on(GET, "/api/items/:itemId/purchases/mine", "myPurchase")
        .handler(parts.personal())
        .handler(new SameUserHandler())
        .handler(parts.orders()::mine);
  }

  private void orders(Parts parts) {
    on(GET, "/api/orders", "orders")
        .handler(parts.personal())
        .handler(new SameUserHandler())
        .handler(parts.orders()::list);
    on(GET, "/api/orders/:orderId", "order")
        .handler(parts.personal())
        .handler(new SameUserHandler())
        .handler(parts.orders()::order);
    on(POST, "/api/orders/:orderId/cancel", "cancelOrder")
        .handler(parts.personal())
        .handler(new SameUserHandler())
        .handler(parts.body())
        .handler(parts.cancels()::cancel);
    // Comes from a payment provider, which has no token: its signature is checked instead.
    on(POST, "/api/orders/:orderId/payment-notices", "noticePayment")
        .handler(parts.payments()::take);
  }

  private void reservations(Parts parts) {
    ReservationHandlers reservations = parts.reservations();
    reservation(parts, POST, "reserve", reservations.at(Addresses.RESERVATION_MAKE));
    reservation(parts, GET, "reservation", reservations.at(Addresses.RESERVATION_GET));
    reservation(parts, DELETE, "cancelReservation", reservations.at(Addresses.RESERVATION_CANCEL));
  }

  private void reservation(
      Parts parts, HttpMethod method, String operation, Handler<RoutingContext> action) {
    on(method, "/api/items/:itemId/reservation", operation)
        .handler(parts.personal())
        .handler(new SameUserHandler())
        .handler(parts.body())
        .handler(action);
  }

  private void challenges(Parts parts) {
    String path = "/api/items/:itemId/challenge";
    // Makes a challenge, and voids the one before.
    onWithoutHead(GET, path, "challenge")
        .handler(parts.guarded())
        .handler(new SameUserHandler())
        .handler(parts.challenges()::ask);
    on(POST, path, "answerChallenge")
        .handler(parts.guarded())
        .handler(new SameUserHandler())
        .handler(parts.body())
        .handler(parts.challenges()::answer);
  }

  private void queue(Parts parts) {
    queue(POST, "joinQueue", parts.waiting())
        .handler(new SameUserHandler())
        .handler(parts.body())
        .handler(parts.queue()::join);
    queue(GET, "queuePlace", parts.waiting())
        .handler(new SameUserHandler())
        .handler(parts.queue()::look);
    queue(DELETE, "leaveQueue", parts.guarded())
        .handler(new SameUserHandler())
        .handler(parts.queue()::leave);
  }

  private Route queue(HttpMethod method, String operation, GateHandler gate) {
    // To ask for a place keeps it.
    return onWithoutHead(method, "/api/items/:itemId/queue", operation)
        .handler(
            ctx -> {
              GateHandler.visitOf(ctx).about(ItemIds.parse(ctx.pathParam("itemId")));
              gate.handle(ctx);
            });
  }

  private void reads(Parts parts) {
    on(GET, "/api/items/:itemId/stock", "stock").handler(parts.items()::stock);
    on(GET, "/api/items/:itemId/live", "live").handler(parts.live()::live);
    on(GET, "/api/items/:itemId", "item").handler(parts.items()::item);
    on(GET, "/api/items", "items").handler(parts.items()::list);
    on(GET, "/api/time", "time").handler(parts.items()::time);
    on(GET, "/openapi.yaml", "contract").handler(new ContractHandler());
  }

  private void pages(Parts parts) {
    PageHandlers pages = parts.pages();
    on(POST, "/api/dev/login", "devLogin").handler(parts.body()).handler(parts.dev()::login);
    on(POST, "/api/dev/orders/:orderId/pay", "devPay")
        .handler(parts.personal())
        .handler(new SameUserHandler())
        .handler(parts.dev()::pay);
    on(GET, "/", "home").handler(pages::home);
    on(GET, "/items/:itemId", "anyItemPage").handler(pages::anyLanguage);
    on(GET, "/index.html", "choosePage").handler(pages::page);
    on(GET, "/assets/:file", "asset").handler(pages::asset);
    on(GET, "/admin", "board").handler(pages::board);
    // With a slash behind them, too: that is where pages stand, and the others lead there. A
    // parameter for the language would make every path of this shape known.
    for (String language : List.of("zh", "en")) {
      String of = "Page." + language;
      on(GET, "/" + language, "list" + of).handler(pages::page);
      on(GET, "/admin/" + language, "board" + of).handler(pages::page);
      on(GET, "/" + language + "/orders", "orders" + of).handler(pages::page);
      on(GET, "/" + language + "/items/:itemId", "item" + of).handler(pages::page);
    }
  }

  private Route on(HttpMethod method, String path, String operation) {
    Route route = onWithoutHead(method, path, operation);
    if (method.equals(GET)) {
      // The same answer without its body, which the server leaves out by itself.
      methods.get(path).add(HEAD.name());
      route.method(HEAD);
    }
    return route;
  }

  /** For a GET that has an effect, which a HEAD must never have. */
  private Route onWithoutHead(HttpMethod method, String path, String operation) {
    methods.computeIfAbsent(path, known -> new TreeSet<>()).add(method.name());
    return router.route(method, path).setName(operation);
  }

  private void refuseOtherMethods() {
    methods.forEach(
        (path, allowed) -> router.route(path).handler(new MethodNotAllowedHandler(allowed)));
  }
}
