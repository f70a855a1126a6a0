package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import seckill.gateway.edge.Guests;
import seckill.gateway.edge.ResponseHeaders;
import seckill.gateway.gate.Gate;
import seckill.gateway.gate.Visit;

/**
 * Where every request comes in: through the layers that need no more than its head, then straight
 * to the purchase lane if it is spelt as expected, and to the router otherwise. Belongs to one
 * event loop.
 */
final class FrontDoor implements Handler<HttpServerRequest> {
  private final Guests guests;
  private final ResponseHeaders headers;
  private final InvalidRequestHandler invalid;
  private final Gate front;
  private final PurchaseLane purchases;
  private final Handler<Visit> admitted = this::admit;
  private Router router;
  private Visit arriving;

  FrontDoor(
      Guests guests,
      ResponseHeaders headers,
      InvalidRequestHandler invalid,
      Gate front,
      PurchaseLane purchases) {
    this.guests = guests;
    this.headers = headers;
    this.invalid = invalid;
    this.front = front;
    this.purchases = purchases;
  }

  /** The router for all that is not a purchase. */
  FrontDoor leadingTo(Router rooms) {
    this.router = rooms;
    return this;
  }

  @Override
  public void handle(HttpServerRequest request) {
    Visit visit = new Visit(request);
    if (guests.arrived(visit)) {
      headers.addTo(request);
      if (!invalid.refusesHost(request)) {
        front.run(visit, admitted);
      }
    }
  }

  private void admit(Visit visit) {
    HttpServerRequest request = visit.request();
    long itemId = request.method() == HttpMethod.POST ? PurchasePath.itemId(request.path()) : 0;
    if (itemId > 0) {
      purchases.handle(visit.about(itemId));
      return;
    }
    if (headers.answerPreflight(request)) {
      return;
    }
    arriving = visit;
    router.handle(request);
  }

  /** First on every route: the router hands no object on, but it starts before it returns. */
  void attach(RoutingContext ctx) {
    GateHandler.attach(ctx, arriving);
    ctx.next();
  }
}
