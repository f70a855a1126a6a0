package seckill.runtime;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import seckill.config.ManagementSettings;

/** Serves health and metrics on a port of its own, away from the public. */
public final class ManagementServer {
  private static final long CHECK_TIMEOUT_MILLIS = 3000;

  private final HttpServer server;
  private final Health health;
  private final PrometheusMeterRegistry meters;

  /** A server that is not listening yet. */
  public ManagementServer(Vertx vertx, Health health, PrometheusMeterRegistry meters) {
    this.health = health;
    this.meters = meters;
    this.server = vertx.createHttpServer().requestHandler(this::handle);
  }

  /** Listens; the future tells the actual port. */
  public Future<Integer> listen(ManagementSettings settings) {
    return server.listen(settings.port(), settings.host()).map(HttpServer::actualPort);
  }

  /** Stops listening. */
  public Future<Void> close() {
    return server.close();
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response().putHeader("Cache-Control", "no-store");
    switch (request.path()) {
      case "/health/live" -> answer(response, 200, new JsonObject().put("status", "UP"));
      case "/health/ready" ->
          health
              .ready()
              .timeout(CHECK_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .otherwise(
                  slow -> new JsonObject().put("status", "DOWN").put("error", slow.getMessage()))
              .onSuccess(
                  result ->
                      answer(
                          response, "UP".equals(result.getString("status")) ? 200 : 503, result));
      case "/metrics" ->
          response
              .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
              .end(meters.scrape());
      default -> answer(response, 404, new JsonObject().put("error", "no such page"));
    }
  }

  private static void answer(HttpServerResponse response, int status, JsonObject body) {
    response
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(body.toBuffer());
  }
}
