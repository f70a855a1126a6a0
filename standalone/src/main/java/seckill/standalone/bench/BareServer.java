package seckill.standalone.bench;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;

/**
 * The yardstick: a Vert.x HTTP server that answers every request with one constant, on as many
 * event loops as there are cores. Run with the same JVM flags as the product.
 */
public final class BareServer extends AbstractVerticle {
  private static final Buffer ANSWER =
      Buffer.buffer(
          "{\"code\":\"ACCEPTED\",\"orderId\":\"0190a6b2-7c3d-7e4f-8a1b-2c3d4e5f6a7b\","
              + "\"itemId\":\"1001\",\"status\":\"QUEUED\",\"replayed\":false}");

  private final int port;

  private BareServer(int port) {
    this.port = port;
  }

  @Override
  public void start(Promise<Void> started) {
    vertx
        .createHttpServer()
        .requestHandler(
            request ->
                request
                    .response()
                    .setStatusCode(202)
                    .putHeader("Content-Type", "application/json")
                    .end(ANSWER))
        .listen(port, "127.0.0.1")
        .<Void>mapEmpty()
        .onComplete(started);
  }

  /** Serves on the port given as the only argument until the process is stopped. */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    vertx
        .deployVerticle(
            () -> new BareServer(port),
            new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors()))
        .onFailure(
            cause -> {
              System.err.println("bare server: " + cause.getMessage());
              System.exit(1);
            });
  }
}
