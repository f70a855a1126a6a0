package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Refuses routed requests that speak of another user than the token does. */
final class SameUserHandler implements Handler<RoutingContext> {
  @Override
  public void handle(RoutingContext ctx) {
    SameUser.requireInQuery(ctx.request(), GateHandler.callerOf(ctx));
    ctx.next();
  }
}
