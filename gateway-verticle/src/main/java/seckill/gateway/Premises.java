package seckill.gateway;

import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import seckill.contract.Addresses;
import seckill.gateway.breaker.CallWatch;
import seckill.gateway.challenge.Challenges;
import seckill.gateway.control.GateControl;
import seckill.gateway.control.GateOrder;
import seckill.gateway.edge.Guests;
import seckill.gateway.edge.ResponseHeaders;
import seckill.gateway.gate.Gate;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.pages.PageHandlers;
import seckill.gateway.pages.PollPace;
import seckill.gateway.room.QueueDesk;
import seckill.gateway.token.CountedTokens;
import seckill.gateway.token.RememberedTokens;
import seckill.gateway.token.TokenVerifier;
import seckill.gateway.token.Tokens;
import seckill.runtime.ServiceContext;
import seckill.runtime.inbound.RefusalLogs;

/** Puts together what one event loop serves: its door, its gate and the handlers behind. */
final class Premises {
  private final Vertx vertx;
  private final GatewaySettings settings;
  private final Clock clock;
  private final RefusalLogs refusals;
  private final GatewayVerticle.Shared shared;
  private final ProblemWriter problems;
  private final Failures failures;
  private final CallWatch calls;

  Premises(
      Vertx vertx,
      GatewaySettings settings,
      ServiceContext service,
      GatewayVerticle.Shared shared) {
    this.vertx = vertx;
    this.settings = settings;
    this.clock = service.clock();
    this.refusals = service.refusals();
    this.shared = shared;
    this.problems = new ProblemWriter(settings.http().retryAfterSeconds());
    this.failures = new Failures(problems);
    this.calls = new CallWatch(vertx, shared.breaker());
  }

  /**
   * Lets a server lead its requests in.
   *
   * @param bus for operators
   * @param reads for questions that change nothing
   */
  void open(HttpServer server, BusClient bus, BusClient reads, ItemCatalog catalog) {
    calls.start();
    LateAnswers late = new LateAnswers(failures);
    Guests guests = shared.edge().newGuests(late);
    Layers layers = new Layers(shared, guests, new TokenLayer(tokens()));
    QueueDesk queue = new QueueDesk(vertx, settings.queue(), calls);
    GateControl control = control(layers, queue, bus);
    JsonBody body = new JsonBody(settings.http().maxBodyBytes());
    EndedItems ended = new EndedItems(catalog);
    PurchaseLane purchases =
        new PurchaseLane(
            layers.purchase(),
            shared.gateMeters(),
            new PurchaseLane.Parts(body, desk(), failures, problems, shared.meters(), ended));
    late.tellBuyersBy(purchases);
    ResponseHeaders headers = shared.edge().headers();
    InvalidRequestHandler invalid = new InvalidRequestHandler(problems, headers);
    FrontDoor door = new FrontDoor(guests, headers, invalid, gate(layers.front()), purchases);
    BusClient changes = BusClient.forPublic(vertx, settings.bus().requestTimeoutMillis());
    BusClient guarded = BusClient.guarded(vertx, settings.bus().requestTimeoutMillis(), calls);
    PageHandlers pages =
        new PageHandlers(
            shared.pages(), settings.pages().maxAgeSeconds(), ProblemWriter::wantsChinese);
    door.leadingTo(
        GateRouter.create(
            vertx,
            new GateRouter.Parts(
                door,
                purchases,
                new GateHandler(gate(layers.personal())),
                new JsonBodyHandler(body),
                new ItemHandlers(catalog, clock),
                new LiveHandlers(
                    catalog,
                    shared.pages()::together,
                    new PollPace(settings.pages(), System::nanoTime)),
                pages,
                new DevHandlers(DevDesk.of(settings, clock), changes),
                new OrderHandlers(reads),
                new CancelHandlers(changes, problems),
                payments(body, changes),
                new ReservationHandlers(changes),
                new ChallengeHandlers(challenges(reads, guarded), ended),
                new GateHandler(gate(layers.guarded())),
                new GateHandler(gate(layers.queue())),
                new QueueHandlers(
                    queue, guarded, shared.board(), shared.gateMeters().of("queue"), ended),
                new AdminHandlers(
                    bus,
                    new BusClient(vertx, settings.bus().reconcileTimeoutMillis()),
                    settings.bus().reconcileTimeoutMillis()),
                new BlacklistHandlers(bus),
                new DeadLetterHandlers(
                    new BusClient(vertx, settings.bus().reconcileTimeoutMillis())),
                new NoticeHandlers(bus),
                new BoardHandlers(shared.operators(), catalog, bus),
                new GateAdminHandlers(control, shared.risk()),
                new FailureHandler(failures, pages))));
    server.connectionHandler(guests::connected).invalidRequestHandler(invalid).requestHandler(door);
    vertx.setPeriodic(settings.http().lookMillis(), tick -> guests.lookAround());
  }

  private Gate gate(List<GateLayer> layers) {
    return new Gate(layers, shared.gateMeters(), failures);
  }

  private GateControl control(Layers layers, QueueDesk queue, BusClient bus) {
    GateOrder order =
        new GateOrder(
            layers.all(),
            Stream.concat(shared.edge().configurables().stream(), Stream.of(queue)).toList());
    order.configurables().forEach(shared.running()::register);
    return new GateControl(order, shared.running(), shared.gateMeters()::counts, bus::request);
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

  private PaymentHandlers payments(JsonBody body, BusClient changes) {
    PaymentSettings payment = settings.payment();
    return new PaymentHandlers(
        payment.enabled(),
        body,
        new NoticeSignature(payment, clock),
        changes,
        refusals.of(
            vertx,
            "seckill.gateway.payment.refusals",
            "payment notices refused, by the code of the answer",
            "payment notices refused"));
  }

  private PurchaseDesk desk() {
    BatchSender sender =
        new BatchSender(
            vertx,
            System::nanoTime,
            settings.bus().purchaseTimeoutMillis(),
            shared.breaker(),
            shared.meters());
    return new PurchaseDesk(shared.board(), clock, System::nanoTime, settings.bus(), calls, sender);
  }

  private Tokens tokens() {
    TokenVerifier verifier = new TokenVerifier(settings.token(), shared.keys(), clock);
    return new CountedTokens(
        shared.keys().areSlow() ? new RememberedTokens(verifier, shared.callers()) : verifier,
        refusals.of(
            vertx,
            "seckill.gateway.token.refusals",
            "tokens refused, by what is wrong with them",
            "tokens refused"));
  }
}
