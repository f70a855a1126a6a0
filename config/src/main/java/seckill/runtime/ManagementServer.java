package seckill.runtime;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ManagementSettings;
import seckill.contract.Outcome;

/** Serves health and metrics on a port of its own, away from the public. */
public final class ManagementServer {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementServer.class);

  private final HttpServer server;
  private final Health health;
  private final PrometheusMeterRegistry meters;
  private volatile long checkTimeoutMillis;

  /** A server that is not listening yet. */
  public ManagementServer(Vertx vertx, Health health, PrometheusMeterRegistry meters) {
    this.health = health;
    this.meters = meters;
    // HTTP/1 alone, as on the public port: HTTP/2 has no Host, but an authority.
    HttpServerOptions options = new HttpServerOptions().setHttp2ClearTextEnabled(false);
    this.server = vertx.createHttpServer(options).requestHandler(this::handle);
  }

  /** Listens; the future tells the actual port. */
  public Future<Integer> listen(ManagementSettings settings) {
    checkTimeoutMillis = settings.checkTimeoutMillis();
    return server.listen(settings.port(), settings.host()).map(HttpServer::actualPort);
  }

  /** Stops listening. */
  public Future<Void> close() {
    return server.close();
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response().putHeader("Cache-Control", "no-store");
    String hostFault = HostHeader.fault(request);
    if (hostFault != null) {
      response.putHeader("Connection", "close");
      refuse(response, Outcome.BAD_REQUEST, hostFault);
      return;
    }
    boolean read = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
    // A request line like "OPTIONS *" has no path.
    switch (read ? String.valueOf(request.path()) : "") {
      case "/health/live" -> answer(response, 200, new JsonObject().put("status", "UP"));
      case "/health/ready" ->
          health
              .ready(checkTimeoutMillis)
              .onSuccess(
                  result ->
                      answer(response, "UP".equals(result.getString("status")) ? 200 : 503, result))
              .onFailure(fault -> fail(response, fault));
      case "/metrics" ->
          response
              .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
              .end(meters.scrape());
      case "" -> refuse(response, Outcome.METHOD_NOT_ALLOWED, "only GET is answered");
      default -> refuse(response, Outcome.NOT_FOUND, "no such page");
    }
  }

  private static void fail(HttpServerResponse response, Throwable fault) {
    LOG.error("the readiness checks failed", fault);
    answer(response, 503, new JsonObject().put("status", "DOWN"));
  }

  private static void refuse(HttpServerResponse response, Outcome outcome, String error) {
    JsonObject body = new JsonObject().put("code", outcome.name()).put("error", error);
    answer(response, outcome.httpStatus(), body);
  }

  private static void answer(HttpServerResponse response, int status, JsonObject body) {
    response
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(body.toBuffer());
  }
}
