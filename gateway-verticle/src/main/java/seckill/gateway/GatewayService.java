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
import seckill.contract.Addresses;
import seckill.gateway.blacklist.Blacklist;
import seckill.gateway.blacklist.BlacklistSettings;
import seckill.gateway.blacklist.BlacklistVerticle;
import seckill.gateway.challenge.ChallengeRegime;
import seckill.gateway.edge.Edge;
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
        .compose(
            files -> {
              Edge edge = Edge.of(document, System::nanoTime).countedBy(context.meters());
              Blacklist blacklist = new Blacklist(context.clock());
              return follow(vertx, blacklist, document, settings, context)
                  .compose(
                      following ->
                          deploy(
                                  vertx,
                                  shared(vertx, settings, context, files, edge, blacklist),
                                  settings,
                                  context)
                              .map(id -> List.of(id, following)));
            });
  }

  /** What is read from files. */
  private record Files(TokenKeys keys, ChallengeRegime challenges) {}

  private static Files read(GatewaySettings settings, ServiceContext context) {
    return new Files(
        TokenKeys.load(settings.token()),
        ChallengeRegime.load(settings.challenge(), context.meters(), System::nanoTime));
  }

  private static Future<String> follow(
      Vertx vertx,
      Blacklist blacklist,
      JsonObject document,
      GatewaySettings settings,
      ServiceContext context) {
    BusClient bus = new BusClient(vertx, settings.bus().requestTimeoutMillis());
    return vertx.deployVerticle(
        new BlacklistVerticle(
            blacklist,
            request -> bus.request(Addresses.BLACKLIST_LIST, request),
            BlacklistSettings.of(document),
            context.health()));
  }

  private GatewayVerticle.Shared shared(
      Vertx vertx,
      GatewaySettings settings,
      ServiceContext context,
      Files files,
      Edge edge,
      Blacklist blacklist) {
    PurchaseMeters meters = new PurchaseMeters(context.meters());
    HolderSource holders =
        new HolderSource(
            vertx, settings.bus().requestTimeoutMillis(), settings.board().maxHolders());
    HttpSettings http = settings.http();
    return new GatewayVerticle.Shared(
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
        edge,
        blacklist,
        http.port() == 0 ? -SHARED_PORTS.incrementAndGet() : http.port(),
        actual -> port = actual);
  }

  private Future<String> deploy(
      Vertx vertx,
      GatewayVerticle.Shared shared,
      GatewaySettings settings,
      ServiceContext context) {
    HttpSettings http = settings.http();
    int instances =
        http.instances() == 0 ? Runtime.getRuntime().availableProcessors() : http.instances();
    return vertx
        .deployVerticle(
            () -> new GatewayVerticle(settings, context, shared),
            new DeploymentOptions().setInstances(instances))
        .onSuccess(id -> LOG.info("gateway listens on {}:{}", http.host(), port));
  }
}
