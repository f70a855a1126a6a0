package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Lets only callers with the admin role pass. */
final class AdminOnlyHandler implements Handler<RoutingContext> {

  @Override
  public void handle(RoutingContext ctx) {
    if (!GateHandler.callerOf(ctx).admin()) {
      throw new SeckillException(Outcome.FORBIDDEN, "the admin role is needed");
    }
    ctx.next();
  }
}
