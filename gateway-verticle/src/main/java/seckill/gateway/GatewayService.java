package seckill.gateway;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.gateway.challenge.ChallengeRegime;
import seckill.gateway.gate.GateMeters;
import seckill.gateway.gate.SwitchView;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;

/** The gateway as a service: one verticle per event loop. */
public final class GatewayService implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayService.class);

  /** Event loops that listen on the same negative port share one free port. */
  private static final AtomicInteger SHARED_PORTS = new AtomicInteger();

  private volatile int port;

  @Override
  public String name() {
    return "gateway";
  }

  /** The public port, once deployed. */
  public int port() {
    return port;
  }

  /** Fails with a {@code ConfigException} if the settings name files that cannot be used. */
  @Override
  public Future<List<String>> deploy(Vertx vertx, JsonObject document, ServiceContext context) {
    GatewaySettings settings = GatewaySettings.of(document);
    return vertx
        .executeBlocking(() -> read(settings, context))
        .compose(files -> deploy(vertx, settings, context, files))
        .map(List::of);
  }

  /** What is read from files. */
  private record Files(TokenKeys keys, ChallengeRegime challenges) {}

  private static Files read(GatewaySettings settings, ServiceContext context) {
    return new Files(
        TokenKeys.load(settings.token()),
        ChallengeRegime.load(settings.challenge(), context.meters(), System::nanoTime));
  }

  private Future<String> deploy(
      Vertx vertx, GatewaySettings settings, ServiceContext context, Files files) {
    PurchaseMeters meters = new PurchaseMeters(context.meters());
    HolderSource holders =
        new HolderSource(
            vertx, settings.bus().requestTimeoutMillis(), settings.board().maxHolders());
    HttpSettings http = settings.http();
    GatewayVerticle.Shared shared =
        new GatewayVerticle.Shared(
            files.keys(),
            // On the calling thread: a hand-over to a pool costs more than the cache's upkeep.
            Caffeine.newBuilder()
                .maximumSize(settings.token().cacheSize())
                .executor(Runnable::run)
                .build(),
            new SoldOutBoard(settings.board(), holders::holders, System::nanoTime, meters),
            meters,
            new GateMeters(context.meters()),
            new SwitchView(settings.switches(), System::nanoTime),
            files.challenges(),
            http.port() == 0 ? -SHARED_PORTS.incrementAndGet() : http.port(),
            actual -> port = actual);
    int instances =
        http.instances() == 0 ? Runtime.getRuntime().availableProcessors() : http.instances();
    return vertx
        .deployVerticle(
            () -> new GatewayVerticle(settings, context, shared),
            new DeploymentOptions().setInstances(instances))
        .onSuccess(id -> LOG.info("gateway listens on {}:{}", http.host(), port));
  }
}
