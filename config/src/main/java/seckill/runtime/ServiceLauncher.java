package seckill.runtime;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClusterSettings;
import seckill.config.ConfigException;
import seckill.config.ManagementSettings;
import seckill.config.SecretMask;
import seckill.config.SettingsLoader;

/**
 * Runs one service as a process: settings, Vert.x, management port, verticles, ready; and in
 * reverse on SIGTERM. Any failure at start is one line and exit code 1.
 */
public final class ServiceLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceLauncher.class);
  private static final long STOP_TIMEOUT_SECONDS = 30;
  private static final long START_TIMEOUT_SECONDS = 300;

  private ServiceLauncher() {}

  /** The {@code main} of a fat jar: {@code [--config FILE]}. */
  public static void main(Service service, String[] arguments) {
    try {
      start(
          service,
          new SettingsLoader(service.name()).load(file(service, arguments), System.getenv()));
    } catch (ConfigException e) {
      exit(service, e.getMessage());
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("start failed", e);
      Throwable cause = e.getCause() == null ? e : e.getCause();
      exit(service, "cannot start: " + cause.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exit(service, "interrupted while starting");
    }
  }

  private static Path file(Service service, String[] arguments) {
    if (arguments.length == 0) {
      String fromEnvironment = System.getenv("SECKILL_CONFIG");
      return fromEnvironment == null ? null : Path.of(fromEnvironment);
    }
    if (arguments.length == 2 && arguments[0].equals("--config")) {
      return Path.of(arguments[1]);
    }
    throw new ConfigException(
        "usage: java -jar " + service.name() + "-verticle.jar [--config FILE]");
  }

  private static void exit(Service service, String message) {
    System.err.println("seckill " + service.name() + ": " + message);
    // Not System.exit alone: a shutdown hook may be waiting for the start that just failed.
    Runtime.getRuntime().halt(1);
  }

  private static void start(Service service, JsonObject settings)
      throws InterruptedException, ExecutionException, TimeoutException {
    LOG.info("{} settings: {}", service.name(), SecretMask.mask(service.name(), settings).encode());
    PrometheusMeterRegistry meters = VertxFactory.meters();
    Health health = new Health();
    health.hold("the process starts");
    ManagementSettings management = ManagementSettings.of(settings);
    Vertx vertx =
        await(VertxFactory.create(ClusterSettings.of(settings), meters), START_TIMEOUT_SECONDS);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(vertx, health, management)));
    ServiceContext context = new ServiceContext(meters, health, Clock.systemUTC());
    Future<Void> started =
        new ManagementServer(vertx, health, meters)
            .listen(management)
            .compose(
                port -> {
                  LOG.info("{} management port: {}", service.name(), port);
                  return service.deploy(vertx, settings, context);
                })
            .mapEmpty();
    await(started, START_TIMEOUT_SECONDS);
    health.release();
    LOG.info("{} ready", service.name());
  }

  private static void stop(Vertx vertx, Health health, ManagementSettings management) {
    LOG.info("stopping");
    health.drain("the process stops");
    CountDownLatch closed = new CountDownLatch(1);
    vertx.setTimer(
        Math.max(1, management.drainDelayMillis()),
        drained -> vertx.close().onComplete(done -> closed.countDown()));
    try {
      long limitMillis =
          management.drainDelayMillis() + TimeUnit.SECONDS.toMillis(STOP_TIMEOUT_SECONDS);
      if (!closed.await(limitMillis, TimeUnit.MILLISECONDS)) {
        LOG.warn("did not stop in {} s", STOP_TIMEOUT_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> T await(Future<T> future, long seconds)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
  }
}
