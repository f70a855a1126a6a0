package seckill.runtime;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClusterAddresses;
import seckill.config.ClusterSettings;
import seckill.config.ConfigException;
import seckill.config.ManagementSettings;
import seckill.config.SecretMask;
import seckill.config.SettingsLoader;
import seckill.runtime.clock.SharedClock;
import seckill.runtime.inbound.RefusalLogs;

/**
 * Runs one service as a process: settings, Vert.x, management port, verticles, ready; and in
 * reverse on SIGTERM. Any failure at start is one line and exit code 1; a node that the cluster has
 * lost stops as on SIGTERM, with one line and exit code {@value #LOST}, and so ends one that the
 * cluster does not let in.
 */
public final class ServiceLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceLauncher.class);

  /** "Try again" in the C world's sysexits.h: there is nothing to repair but this process. */
  static final int LOST = 75;

  private static final int FAILED = 1;

  private final Service service;
  private final Health health = new Health();
  private volatile boolean stopping;
  private volatile Runnable stopWatching = () -> {};

  private ServiceLauncher(Service service) {
    this.service = service;
  }

  /** The {@code main} of a fat jar: {@code [--config FILE]}. */
  public static void main(Service service, String[] arguments) {
    ServiceLauncher launcher = new ServiceLauncher(service);
    try {
      launcher.start(
          new SettingsLoader(service.name())
              .load(file(service, arguments, System.getenv()), System.getenv()));
    } catch (ConfigException e) {
      launcher.exit(e.getMessage());
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      LOG.debug("start failed", e);
      launcher.startFailed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      launcher.exit("interrupted while starting");
    }
  }

  private static Path file(Service service, String[] arguments, Map<String, String> environment) {
    String named = environment.get("SECKILL_CONFIG");
    if (arguments.length == 2 && arguments[0].equals("--config")) {
      named = arguments[1];
    } else if (arguments.length > 0) {
      throw new ConfigException(
          "usage: java -jar " + service.name() + "-verticle.jar [--config FILE]");
    }
    try {
      return named == null ? null : Path.of(named);
    } catch (InvalidPathException e) {
      throw new ConfigException("cannot read the settings file " + named);
    }
  }

  private static String reason(Exception failure) {
    Throwable cause =
        failure instanceof ExecutionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return reason.replaceAll("\\s*\\R\\s*", " ");
  }

  // A member that is busy or dies may keep a new one waiting for an answer: not the fault of this.
  private void startFailed(Exception failure) {
    if (ClusterFaults.isSilence(failure)) {
      exit("the cluster does not answer: " + reason(failure) + "; start it again", LOST);
    } else {
      exit("cannot start: " + reason(failure));
    }
  }

  private void exit(String message) {
    exit(message, FAILED);
  }

  private void exit(String message, int code) {
    if (stopping) {
      // Told to stop while starting: the hook ends the process, and in good order.
      return;
    }
    System.err.println("seckill " + service.name() + ": " + message);
    // Not System.exit: the hook would wait for the start that just failed.
    Runtime.getRuntime().halt(code);
  }

  private void start(JsonObject settings)
      throws InterruptedException, ExecutionException, TimeoutException {
    LOG.info("{} settings: {}", service.name(), SecretMask.mask(service.name(), settings).encode());
    PrometheusMeterRegistry meters = VertxFactory.meters();
    ManagementSettings management = ManagementSettings.of(settings);
    ClusterSettings cluster = ClusterSettings.of(settings);
    ClusterAddresses.check(cluster);
    Runnable starting = health.hold("start", "the service is still starting");
    Vertx vertx = join(cluster, management, meters);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(vertx, management), "seckill-stop"));
    ServiceContext context =
        new ServiceContext(
            meters,
            health,
            SharedClock.correcting(Clock.systemUTC()),
            new RefusalLogs(meters, management.refusalLogMillis()));
    Future<Void> started =
        new ManagementServer(vertx, health, meters)
            .listen(management)
            .onSuccess(port -> LOG.info("{} management port: {}", service.name(), port))
            .compose(port -> watch(vertx, cluster))
            .compose(watching -> service.deploy(vertx, settings, context))
            .onSuccess(
                deployed ->
                    new Pulse(
                            vertx, nodeName(cluster), List.of(service.name()), context, management)
                        .start())
            .mapEmpty();
    await(started, management.startTimeoutMillis());
    starting.run();
    LOG.info("{} ready", service.name());
  }

  private String nodeName(ClusterSettings cluster) {
    return cluster.enabled() ? cluster.host() + ":" + cluster.port() : service.name();
  }

  /**
   * A coordinator that dies or falls silent while it lets a node in can leave that node waiting for
   * minutes, and nothing can end the wait but the end of the process.
   */
  private Vertx join(
      ClusterSettings cluster, ManagementSettings management, PrometheusMeterRegistry meters)
      throws InterruptedException, ExecutionException, TimeoutException {
    Future<Vertx> joining = VertxFactory.create(cluster, meters);
    long limit = cluster.joinLimitMillis();
    if (!cluster.enabled() || limit == 0 || limit >= management.startTimeoutMillis()) {
      return await(joining, management.startTimeoutMillis());
    }
    try {
      return await(joining, limit);
    } catch (TimeoutException e) {
      exit("the cluster has not let it in for " + limit + " ms; start it again", LOST);
      throw e;
    }
  }

  private Future<Void> watch(Vertx vertx, ClusterSettings cluster) {
    if (!cluster.enabled()) {
      return Future.succeededFuture();
    }
    BusRegistry registry = (BusRegistry) ((VertxInternal) vertx).clusterManager();
    ClusterWatch watch = new ClusterWatch(vertx, registry, cluster, this::lost);
    RegistrySweep sweep =
        new RegistrySweep(
            vertx, registry, registry.senders(), registry::enterAgain, cluster.checkMillis());
    health.register("cluster", watch::check);
    stopWatching =
        () -> {
          watch.stop();
          sweep.stop();
        };
    sweep.start();
    return watch.start();
  }

  private void lost(String reason) {
    if (stopping) {
      return;
    }
    System.err.println("seckill " + service.name() + ": " + reason + "; start it again");
    // Not on an event loop: the hook waits for them.
    new Thread(() -> System.exit(LOST), "seckill-lost").start();
  }

  private void stop(Vertx vertx, ManagementSettings management) {
    LOG.info("{} stopping", service.name());
    stopping = true;
    health.drain("the process stops");
    try {
      // A load balancer needs this long to notice.
      TimeUnit.MILLISECONDS.sleep(management.drainDelayMillis());
      // Verticles first: vertx.close() alone takes the ground from under those that still work.
      Future<Void> stopped =
          Future.join(vertx.deploymentIDs().stream().map(vertx::undeploy).toList())
              .transform(
                  undeployed -> {
                    stopWatching.run();
                    return vertx.close();
                  });
      stopped
          .toCompletionStage()
          .toCompletableFuture()
          .get(management.stopTimeoutMillis(), TimeUnit.MILLISECONDS);
      LOG.info("{} stopped", service.name());
    } catch (TimeoutException e) {
      LOG.warn("{} did not stop in {} ms", service.name(), management.stopTimeoutMillis());
    } catch (ExecutionException e) {
      LOG.error("{} stopped with a fault", service.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> T await(Future<T> future, long limitMillis)
      throws InterruptedException, ExecutionException, TimeoutException {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(limitMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new TimeoutException("not over within " + limitMillis + " ms");
    }
  }
}
