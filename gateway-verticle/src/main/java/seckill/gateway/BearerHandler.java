package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Finds out who calls: the subject of a valid bearer token (RFC 6750), and nobody else. */
final class BearerHandler implements Handler<RoutingContext> {
  private static final String SCHEME = "Bearer ";

  private final Tokens tokens;

  BearerHandler(Tokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public void handle(RoutingContext ctx) {
    String token = token(ctx.request().getHeader(HttpHeaders.AUTHORIZATION));
    tokens.verify(token).attachTo(ctx);
    ctx.next();
  }

  private static String token(String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new SeckillException(Outcome.UNAUTHENTICATED, "a bearer token is needed");
    }
    return header.substring(SCHEME.length());
  }
}
