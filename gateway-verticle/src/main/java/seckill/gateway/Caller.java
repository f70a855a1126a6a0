package seckill.gateway;

import io.vertx.ext.web.RoutingContext;

/**
 * Who sends a request, as the token says.
 *
 * @param userId the token's subject
 * @param admin whether the token carries the admin role
 * @param expiresAtSecond epoch second from which on the token is void, leeway not counted
 */
record Caller(String userId, boolean admin, long expiresAtSecond) {
  private static final String KEY = "caller";

  /** The caller that {@link BearerHandler} found. */
  static Caller of(RoutingContext ctx) {
    return ctx.get(KEY);
  }

  void attachTo(RoutingContext ctx) {
    ctx.put(KEY, this);
  }
}
