package seckill.gateway;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClockSettings;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.gateway.blacklist.Blacklist;
import seckill.gateway.blacklist.BlacklistSettings;
import seckill.gateway.blacklist.BlacklistVerticle;
import seckill.gateway.board.Board;
import seckill.gateway.board.BoardVerticle;
import seckill.gateway.breaker.Breaker;
import seckill.gateway.breaker.BreakerLayer;
import seckill.gateway.breaker.BreakerMeters;
import seckill.gateway.bucket.BucketLayer;
import seckill.gateway.challenge.ChallengeRegime;
import seckill.gateway.control.ClockVerticle;
import seckill.gateway.control.GateWatchVerticle;
import seckill.gateway.edge.Edge;
import seckill.gateway.gate.GateMeters;
import seckill.gateway.gate.SwitchView;
import seckill.gateway.pages.Pages;
import seckill.gateway.pages.PagesVerticle;
import seckill.gateway.risk.RiskLayer;
import seckill.gateway.token.SubjectReadings;
import seckill.gateway.token.TokenKeys;
import seckill.runtime.Service;
import seckill.runtime.ServiceContext;
import seckill.runtime.inbound.Facts;

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
    RunningSettings running = new RunningSettings(document);
    Blacklist blacklist = new Blacklist(context.clock());
    BusClient bus = new BusClient(vertx, settings.bus().requestTimeoutMillis());
    Facts facts = context.facts();
    BlacklistVerticle blocked =
        new BlacklistVerticle(
            facts,
            blacklist,
            request -> bus.request(Addresses.BLACKLIST_LIST, request),
            BlacklistSettings.of(document),
            context.health());
    long refreshMillis = document.getJsonObject("gate").getLong("refreshMillis");
    List<String> ids = new ArrayList<>();
    Board operators = new Board(context.clock());
    return vertx
        .executeBlocking(() -> read(settings, context))
        .compose(
            files ->
                deploy(vertx, ids, () -> new ClockVerticle(context, ClockSettings.of(document)), 1)
                    .compose(done -> deploy(vertx, ids, () -> blocked, 1))
                    .compose(
                        done ->
                            deploy(
                                vertx,
                                ids,
                                () ->
                                    new GateWatchVerticle(
                                        facts, running, refreshMillis, bus::request),
                                1))
                    .compose(done -> deploy(vertx, ids, () -> pages(facts, files, bus), 1))
                    .compose(
                        done ->
                            deploy(
                                vertx,
                                ids,
                                () -> new BoardVerticle(facts, operators, context.clock()),
                                1))
                    .compose(
                        done -> {
                          GatewayVerticle.Shared shared =
                              shared(
                                  vertx, document, context, files, running, blacklist, operators);
                          return deploy(
                              vertx,
                              ids,
                              () -> new GatewayVerticle(settings, context, shared),
                              instances(settings.http()));
                        }))
        .onSuccess(done -> LOG.info("gateway listens on {}:{}", settings.http().host(), port))
        .map(ids)
        .recover(
            cause ->
                Future.join(ids.stream().map(vertx::undeploy).toList())
                    .transform(undone -> Future.failedFuture(cause)));
  }

  private static PagesVerticle pages(Facts facts, Files files, BusClient bus) {
    return new PagesVerticle(
        facts, files.pages(), () -> bus.request(Addresses.ITEM_LIST, new JsonObject()));
  }

  private static Future<Void> deploy(
      Vertx vertx, List<String> ids, Supplier<VerticleBase> verticle, int instances) {
    return vertx
        .deployVerticle(verticle, new DeploymentOptions().setInstances(instances))
        .map(
            id -> {
              // The gateways first, so that they are stopped before what they lean on.
              ids.add(0, id);
              return null;
            });
  }

  private static int instances(HttpSettings http) {
    return http.instances() == 0 ? Runtime.getRuntime().availableProcessors() : http.instances();
  }

  /** What is read from files. */
  private record Files(TokenKeys keys, ChallengeRegime challenges, Pages pages) {}

  private static Files read(GatewaySettings settings, ServiceContext context) {
    DevDesk.require(settings);
    return new Files(
        TokenKeys.load(settings.token()),
        ChallengeRegime.load(settings.challenge(), context.meters(), System::nanoTime),
        Pages.load(settings.pages()));
  }

  private GatewayVerticle.Shared shared(
      Vertx vertx,
      JsonObject document,
      ServiceContext context,
      Files files,
      RunningSettings running,
      Blacklist blacklist,
      Board operators) {
    GatewaySettings settings = GatewaySettings.of(document);
    PurchaseMeters meters = new PurchaseMeters(context.meters());
    HolderSource holders = new HolderSource(vertx, settings.bus().requestTimeoutMillis());
    HttpSettings http = settings.http();
    Breaker breaker = breaker(settings, context);
    SubjectReadings subjects =
        new SubjectReadings(settings.token(), System::nanoTime, context.meters());
    context.health().warn("token-subjects", subjects::check);
    return new GatewayVerticle.Shared(
        files.keys(),
        // On the calling thread: a hand-over to a pool costs more than the cache's upkeep.
        Caffeine.newBuilder()
            .maximumSize(settings.token().cacheSize())
            .executor(Runnable::run)
            .build(),
        new SoldOutBoard(settings.board(), holders, System::nanoTime, meters),
        subjects,
        meters,
        new GateMeters(context.meters()),
        breaker,
        new BreakerLayer(breaker, settings.breaker()),
        new RiskLayer(
            vertx,
            document.getJsonObject("risk"),
            context.meters(),
            context.clock(),
            System::nanoTime),
        BucketLayer.of(vertx, document.getJsonObject("bucket")),
        running,
        new SwitchView(settings.switches(), System::nanoTime),
        files.challenges(),
        Edge.of(document, System::nanoTime).countedBy(context.meters()),
        blacklist,
        files.pages(),
        operators,
        http.port() == 0 ? -SHARED_PORTS.incrementAndGet() : http.port(),
        actual -> port = actual);
  }

  private static Breaker breaker(GatewaySettings settings, ServiceContext context) {
    BreakerMeters meters = new BreakerMeters(context.meters());
    Breaker breaker =
        new Breaker(
            settings.breaker(),
            settings.bus().purchaseTimeoutMillis(),
            System::nanoTime,
            meters::changed);
    meters.show(breaker);
    context.health().warn("breaker", () -> BreakerMeters.check(breaker));
    return breaker;
  }
}
