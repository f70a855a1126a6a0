package seckill.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.gateway.blacklist.Blacklist;
import seckill.gateway.breaker.BreakerLayer;
import seckill.gateway.breaker.CallWatch;
import seckill.gateway.bucket.BucketLayer;
import seckill.gateway.challenge.ChallengeRegime;
import seckill.gateway.challenge.Challenges;
import seckill.gateway.control.GateControl;
import seckill.gateway.control.GateOrder;
import seckill.gateway.edge.Edge;
import seckill.gateway.edge.Guests;
import seckill.gateway.edge.ResponseHeaders;
import seckill.gateway.gate.Caller;
import seckill.gateway.gate.Gate;
import seckill.gateway.gate.GateMeters;
import seckill.gateway.gate.SwitchView;
import seckill.gateway.risk.RiskLayer;
import seckill.gateway.room.QueueDesk;
import seckill.runtime.ServiceContext;

/** One event loop that serves HTTP. */
final class GatewayVerticle extends VerticleBase {
  private static final List<String> NEWS =
      List.of(Addresses.EVENT_PREHEATED, Addresses.EVENT_RESTOCKED, Addresses.EVENT_ITEM_STATUS);

  private final GatewaySettings settings;
  private final ServiceContext service;
  private final Shared shared;
  private final List<Runnable> healthChecks = new ArrayList<>();
  private HttpServer server;

  /**
   * What all event loops of a gateway have in common.
   *
   * @param listenPort as {@code HttpServer.listen} takes it; negative for a shared free one
   * @param listening told the actual port
   */
  record Shared(
      TokenKeys keys,
      Cache<String, Caller> callers,
      SoldOutBoard board,
      PurchaseMeters meters,
      GateMeters gateMeters,
      RiskLayer risk,
      BucketLayer bucket,
      BreakerLayer breaker,
      RunningSettings running,
      SwitchView switches,
      ChallengeRegime challenges,
      Edge edge,
      Blacklist blacklist,
      int listenPort,
      Consumer<Integer> listening) {}

  GatewayVerticle(GatewaySettings settings, ServiceContext service, Shared shared) {
    this.settings = settings;
    this.service = service;
    this.shared = shared;
  }

  @Override
  public Future<?> start() {
    BusClient bus = new BusClient(vertx, settings.bus().requestTimeoutMillis());
    BusClient reads = BusClient.forPublic(vertx, settings.bus().readTimeoutMillis());
    ItemCatalog catalog =
        new ItemCatalog(reads, settings.http(), service.clock(), System::nanoTime);
    ProblemWriter problems = new ProblemWriter(settings.http().retryAfterSeconds());
    server = vertx.createHttpServer(settings.http().serverOptions());
    open(bus, reads, catalog, problems);
    healthChecks.add(service.health().register("till", () -> onLoop(catalog::requireTill)));
    healthChecks.add(service.health().register("forwarded-addresses", shared.edge()::health));
    SwitchWatch watch = new SwitchWatch(vertx, bus, shared.switches(), catalog::clear);
    return listenToNews(catalog)
        .compose(listening -> watch.start(settings.switches().refreshMillis()))
        .compose(asked -> server.listen(shared.listenPort(), settings.http().host()))
        .onSuccess(http -> shared.listening().accept(http.actualPort()));
  }

  // Health is asked from other event loops; the catalog belongs to this one.
  private Future<Void> onLoop(Supplier<Future<Void>> check) {
    Promise<Void> promise = Promise.promise();
    context.runOnContext(here -> check.get().onComplete(promise));
    return promise.future();
  }

  private void open(BusClient bus, BusClient reads, ItemCatalog catalog, ProblemWriter problems) {
    CallWatch calls = new CallWatch(vertx, shared.breaker().breaker());
    calls.start();
    BusClient guarded = BusClient.guarded(vertx, settings.bus().requestTimeoutMillis(), calls);
    Failures failures = new Failures(problems);
    JsonBody body = new JsonBody(settings.http().maxBodyBytes());
    GateMeters gateMeters = shared.gateMeters();
    LateAnswers late = new LateAnswers(failures);
    Guests guests = shared.edge().newGuests(late);
    Layers layers = new Layers(shared, guests, new TokenLayer(tokens(service.clock())));
    QueueDesk queue = new QueueDesk(vertx, service.clock(), settings.queue(), calls);
    GateOrder order =
        new GateOrder(
            layers.all(),
            Stream.concat(shared.edge().configurables().stream(), Stream.of(queue)).toList());
    order.configurables().forEach(shared.running()::register);
    PurchaseLane purchases =
        new PurchaseLane(
            layers.purchase(),
            gateMeters,
            new PurchaseLane.Parts(body, desk(calls), failures, problems, shared.meters()));
    late.tellBuyersBy(purchases);
    ResponseHeaders headers = shared.edge().headers();
    FrontDoor door =
        new FrontDoor(guests, headers, new Gate(layers.front(), gateMeters, failures), purchases);
    door.leadingTo(
        GateRouter.create(
            vertx,
            new GateRouter.Parts(
                door,
                purchases,
                new GateHandler(new Gate(layers.personal(), gateMeters, failures)),
                new JsonBodyHandler(body),
                new ItemHandlers(catalog, service.clock()),
                new OrderHandlers(reads),
                new ReservationHandlers(
                    BusClient.forPublic(vertx, settings.bus().requestTimeoutMillis())),
                new ChallengeHandlers(challenges(reads, guarded)),
                new GateHandler(new Gate(layers.guarded(), gateMeters, failures)),
                new GateHandler(new Gate(layers.queue(), gateMeters, failures)),
                new QueueHandlers(queue, guarded, shared.board(), gateMeters.of("queue")),
                new AdminHandlers(
                    bus,
                    new BusClient(vertx, settings.bus().reconcileTimeoutMillis()),
                    settings.bus().reconcileTimeoutMillis()),
                new BlacklistHandlers(bus),
                new GateAdminHandlers(
                    new GateControl(order, shared.running(), gateMeters::counts, bus::request),
                    shared.risk()),
                new FailureHandler(failures))));
    server
        .connectionHandler(guests::connected)
        .invalidRequestHandler(new InvalidRequestHandler(problems, headers))
        .requestHandler(door);
    vertx.setPeriodic(settings.http().lookMillis(), tick -> guests.lookAround());
  }

  private Challenges challenges(BusClient reads, BusClient guarded) {
    // One thread for all event loops; closed with the last of them.
    WorkerExecutor worker = vertx.createSharedWorkerExecutor("seckill-challenge", 1);
    Challenges challenges =
        new Challenges(
            shared.challenges(),
            // The item list comes from MySQL, and its answer says nothing about Redis.
            (address, body) ->
                (address.equals(Addresses.ITEM_LIST) ? reads : guarded).request(address, body),
            work -> worker.executeBlocking(Executors.callable(work), false),
            shared.risk(),
            System::nanoTime);
    challenges.prepare();
    if (shared.challenges().modes().claim()) {
      vertx.setPeriodic(
          settings.challenge().itemRefreshMillis(), tick -> challenges.refreshModes());
    }
    return challenges;
  }

  private PurchaseDesk desk(CallWatch calls) {
    BatchSender sender =
        new BatchSender(
            vertx,
            service.clock(),
            settings.bus().purchaseTimeoutMillis(),
            calls.breaker(),
            shared.meters());
    return new PurchaseDesk(shared.board(), service.clock(), settings.bus(), calls, sender);
  }

  private Tokens tokens(Clock clock) {
    TokenVerifier verifier = new TokenVerifier(settings.token(), shared.keys(), clock);
    return shared.keys().areSlow() ? new RememberedTokens(verifier, shared.callers()) : verifier;
  }

  private Future<?> listenToNews(ItemCatalog catalog) {
    return Future.all(
        NEWS.stream()
            .map(
                address ->
                    vertx
                        .eventBus()
                        .<JsonObject>consumer(
                            address,
                            news -> {
                              shared.board().clear(ItemIds.parse(news.body().getValue("itemId")));
                              catalog.clear();
                            })
                        .completion())
            .toList());
  }

  /** Takes no more requests, and waits for those under way: with them the batches end, too. */
  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    return server.shutdown(settings.http().stopTimeoutMillis(), TimeUnit.MILLISECONDS);
  }
}
