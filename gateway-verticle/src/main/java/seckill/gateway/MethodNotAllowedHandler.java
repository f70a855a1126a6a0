package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Answers for the methods that a known path does not take. */
final class MethodNotAllowedHandler implements Handler<RoutingContext> {
  private final String allowed;

  MethodNotAllowedHandler(Set<String> allowed) {
    this.allowed = String.join(", ", allowed);
  }

  @Override
  public void handle(RoutingContext ctx) {
    ctx.response().putHeader(HttpHeaders.ALLOW, allowed);
    throw new SeckillException(Outcome.METHOD_NOT_ALLOWED, "this address takes " + allowed);
  }
}
