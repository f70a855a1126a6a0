package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Refuses requests that speak of another user than the token does; the token alone decides. */
final class SameUserHandler implements Handler<RoutingContext> {
  static final String USER_ID = "userId";

  @Override
  public void handle(RoutingContext ctx) {
    if (ctx.request().query() != null) {
      List<String> named = ctx.queryParam(USER_ID);
      for (String userId : named) {
        require(Caller.of(ctx), userId);
      }
    }
    ctx.next();
  }

  /**
   * Checks a user id that stands anywhere but in the token.
   *
   * @throws SeckillException FORBIDDEN if it is not the caller's
   */
  static void require(Caller caller, Object userId) {
    if (!caller.userId().equals(userId)) {
      throw new SeckillException(Outcome.FORBIDDEN, "userId is not the one of the token");
    }
  }
}
