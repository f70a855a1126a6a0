package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Finds out who calls: the subject of a valid bearer token (RFC 6750), and nobody else. */
final class BearerHandler implements Handler<RoutingContext> {
  private static final String SCHEME = "Bearer ";

  private final TokenVerifier verifier;
  private final TokenCache cache;

  BearerHandler(TokenVerifier verifier, TokenCache cache) {
    this.verifier = verifier;
    this.cache = cache;
  }

  @Override
  public void handle(RoutingContext ctx) {
    caller(token(ctx.request().getHeader(HttpHeaders.AUTHORIZATION))).attachTo(ctx);
    ctx.next();
  }

  private static String token(String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new SeckillException(Outcome.UNAUTHENTICATED, "a bearer token is needed");
    }
    return header.substring(SCHEME.length());
  }

  private Caller caller(String token) {
    Caller known = cache.get(token);
    if (known == null) {
      Caller caller = verifier.verify(token);
      cache.put(token, caller);
      return caller;
    }
    try {
      verifier.requireUnexpired(known);
      return known;
    } catch (SeckillException e) {
      cache.remove(token);
      throw e;
    }
  }
}
