package seckill.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.gateway.blacklist.Blacklist;
import seckill.gateway.board.Board;
import seckill.gateway.breaker.Breaker;
import seckill.gateway.breaker.BreakerLayer;
import seckill.gateway.bucket.BucketLayer;
import seckill.gateway.challenge.ChallengeRegime;
import seckill.gateway.edge.Edge;
import seckill.gateway.gate.Caller;
import seckill.gateway.gate.GateMeters;
import seckill.gateway.gate.SwitchView;
import seckill.gateway.pages.Pages;
import seckill.gateway.risk.RiskLayer;
import seckill.gateway.token.SubjectReadings;
import seckill.gateway.token.TokenKeys;
import seckill.runtime.ServiceContext;

/** One event loop that serves HTTP. */
final class GatewayVerticle extends VerticleBase {
  private static final List<String> NEWS =
      List.of(
          Addresses.EVENT_PREHEATED,
          Addresses.EVENT_RESTOCKED,
          Addresses.EVENT_ITEM_STATUS,
          Addresses.EVENT_ITEM_PAGE);

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
      SubjectReadings subjects,
      PurchaseMeters meters,
      GateMeters gateMeters,
      Breaker breaker,
      BreakerLayer breakerLayer,
      RiskLayer risk,
      BucketLayer bucket,
      RunningSettings running,
      SwitchView switches,
      ChallengeRegime challenges,
      Edge edge,
      Blacklist blacklist,
      Pages pages,
      Board operators,
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
    server = vertx.createHttpServer(settings.http().serverOptions());
    new Premises(vertx, settings, service, shared).open(server, bus, reads, catalog);
    healthChecks.add(service.health().register("till", () -> onThisLoop(catalog::requireTill)));
    healthChecks.add(service.health().register("forwarded-addresses", shared.edge()::health));
    SwitchWatch watch =
        new SwitchWatch(vertx, bus, service.facts(), shared.switches(), catalog::clear);
    return listenToNews(catalog)
        .compose(listening -> watch.start(settings.switches().refreshMillis()))
        .compose(asked -> server.listen(shared.listenPort(), settings.http().host()))
        .onSuccess(http -> shared.listening().accept(http.actualPort()));
  }

  // Health is asked from other event loops; the catalog belongs to this one.
  private Future<Void> onThisLoop(Supplier<Future<Void>> check) {
    Promise<Void> promise = Promise.promise();
    context.runOnContext(here -> check.get().onComplete(promise));
    return promise.future();
  }

  private Future<?> listenToNews(ItemCatalog catalog) {
    return Future.all(
        NEWS.stream()
            .map(
                address ->
                    service
                        .facts()
                        .hear(
                            vertx,
                            address,
                            fact -> {
                              shared.board().clear(ItemIds.parse(fact.getValue("itemId")));
                              catalog.clear();
                            }))
            .toList());
  }

  /** Takes no more requests, and waits for those under way: with them the batches end, too. */
  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    return server.shutdown(settings.http().stopTimeoutMillis(), TimeUnit.MILLISECONDS);
  }
}
