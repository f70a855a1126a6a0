package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** Reads the JSON body of a request before its handler. */
final class JsonBodyHandler implements Handler<RoutingContext> {
  private static final String KEY = "body";

  private final JsonBody body;

  JsonBodyHandler(JsonBody body) {
    this.body = body;
  }

  /** The body of a request that passed here. */
  static JsonObject of(RoutingContext ctx) {
    JsonObject read = ctx.get(KEY);
    return read == null ? JsonBody.EMPTY : read;
  }

  @Override
  public void handle(RoutingContext ctx) {
    body.read(
        ctx.request(),
        json -> {
          ctx.put(KEY, json);
          ctx.next();
        },
        ctx::fail);
  }
}
