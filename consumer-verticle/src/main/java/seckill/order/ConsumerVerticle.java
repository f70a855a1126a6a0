package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.EventBus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.order.dead.DeadLetterDesk;
import seckill.order.notice.NoticeBook;
import seckill.runtime.ClockWatch;
import seckill.runtime.Health;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisWriteCheck;
import seckill.runtime.ServiceContext;
import seckill.runtime.StoreFollower;

/** One consumer of all orders streams; also answers what became of an order. */
final class ConsumerVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerVerticle.class);

  /** Waits in a row after which a loop that did not come round counts as stuck. */
  private static final int STUCK_AFTER_WAITS = 5;

  /** A transaction has its time once for waiting for the item's row, and once for what follows. */
  private static final int WAIT_AND_WRITE = 2;

  /** One connection of so many may be held by operators' decisions about dead letters. */
  private static final int POOL_SHARE_OF_DECISIONS = 4;

  private final ConsumerSetup setup;
  private final String name;
  private final boolean cares;
  private final ServiceContext service;
  private final LandingRate rate;
  private final FaultHooks hooks;
  private final List<Runnable> undo = new ArrayList<>();
  private RedisLink commands;
  private ClockWatch clock;
  private RedisLink blocking;
  private MySqlLink mysql;
  private StreamPump pump;

  /**
   * @param name in the group; a consumer that comes back under its name finds what it owed
   * @param cares whether this one of a process measures the backlog and trims the streams for all
   * @param rate that all loops of the process share
   */
  ConsumerVerticle(
      ConsumerSetup setup,
      String name,
      boolean cares,
      ServiceContext service,
      LandingRate rate,
      FaultHooks hooks) {
    this.setup = setup;
    this.name = name;
    this.cares = cares;
    this.service = service;
    this.rate = rate;
    this.hooks = hooks;
  }

  @Override
  public Future<?> start() {
    ConsumerSettings settings = setup.consumer();
    mysql = new MySqlLink(vertx, setup.mysql());
    StoreFollower follower = new StoreFollower(vertx, setup.redis(), mysql);
    commands = new RedisLink(vertx, follower.stores(), name).onConnect(() -> clock.look());
    clock = ClockWatch.ofRedis(vertx, commands, service, setup.clock());
    blocking =
        new RedisLink(
            vertx,
            follower.stores(),
            name + " (reading)",
            settings.waitMillis() + setup.redis().commandTimeoutMillis());
    OrderStreams streams = new OrderStreams(commands, blocking, name);
    OrderRepository repository =
        new OrderRepository(
            mysql,
            service.clock(),
            setup.life().usual(),
            new CreatedNotices(NoticeBook.of(setup.notices())));
    DeadLetterRepository letters = new DeadLetterRepository(mysql, service.clock());
    ConsumerMetrics metrics = new ConsumerMetrics(service.meters());
    pump = pump(streams, repository, letters, metrics);
    OrderLists lists = new OrderLists(mysql, setup.life().usual(), setup.life().listOrders());
    KnownItems items = new KnownItems(streams, this::drained, setup.consumer().lookupItems());
    OrderQueries queries = new OrderQueries(repository, letters, lists, streams, items);
    return mysql
        .awaitReady()
        .compose(ready -> follower.start())
        .compose(known -> Future.join(commands.connect(), blocking.connect()))
        .compose(ready -> RedisNeeds.require(commands))
        .compose(allowed -> clock.start())
        .compose(known -> pump.start())
        .compose(ready -> listen(queries))
        .onSuccess(
            ready -> {
              registerChecks(streams, letters);
              if (cares) {
                measureBacklog(streams);
                trimStreams(streams, metrics);
              }
              LOG.info("{}: draining the order streams", name);
            })
        .recover(cause -> closeStores().transform(closed -> Future.failedFuture(cause)));
  }

  private StreamPump pump(
      OrderStreams streams,
      OrderRepository repository,
      DeadLetterRepository letters,
      ConsumerMetrics metrics) {
    OrderLander lander = new OrderLander(repository, metrics, vertx.eventBus());
    DeadLetters dead =
        new DeadLetters(
            letters,
            streams,
            metrics,
            vertx.eventBus(),
            hooks,
            new DeadLetters.Limits(
                setup.consumer().maxDeliveries(), setup.mysql().queryTimeoutMillis()));
    BatchWriter writer = new BatchWriter(lander, dead, streams, metrics, hooks);
    // One connection is left for questions and health.
    Slots slots = new Slots(Math.max(1, setup.mysql().poolSize() - 1));
    return new StreamPump(
        vertx,
        setup.consumer(),
        setup.mysql().queryTimeoutMillis(),
        streams,
        metrics,
        writer,
        slots,
        rate);
  }

  private Future<Void> listen(OrderQueries queries) {
    EventBus bus = vertx.eventBus();
    DeadLetterDesk desk =
        new DeadLetterDesk(
            mysql,
            commands,
            bus,
            service.clock(),
            new DeadLetterDesk.Limits(
                Math.max(1, setup.mysql().poolSize() / POOL_SHARE_OF_DECISIONS),
                setup.consumer().maxBatch(),
                setup.consumer().returnTimeoutMillis()));
    return Future.all(
            desk.openAt(bus),
            queries.openAt(bus),
            service.facts().hear(vertx, Addresses.EVENT_PREHEATED, fact -> pump.lookSoon()))
        .mapEmpty();
  }

  private List<Long> drained() {
    return pump.directory().lanes().stream().map(StreamLane::itemId).toList();
  }

  private void registerChecks(OrderStreams streams, DeadLetterRepository letters) {
    Health health = service.health();
    RedisWriteCheck writes = new RedisWriteCheck(commands, setup.redis());
    undo.add(
        health.register(
            "redis",
            () -> onLoop(() -> writes.requireWritable().compose(taken -> streams.probe()))));
    undo.add(health.register("mysql", () -> onLoop(mysql::requireWritable)));
    undo.add(health.register("clock", () -> onLoop(clock::check)));
    undo.add(health.register("order-streams", this::checkLoop));
    undo.add(health.register("order-writes", this::checkWrites));
    undo.add(health.warn("order-keys", () -> onLoop(pump.directory()::requireReadable)));
    undo.add(health.warn("dead-letters", () -> onLoop(letters::requireNoneOpen)));
  }

  private Future<?> checkLoop() {
    ConsumerSettings settings = setup.consumer();
    long limit =
        STUCK_AFTER_WAITS * settings.waitMillis()
            + settings.retryMaxMillis()
            + setup.redis().commandTimeoutMillis();
    long silent = pump.silentMillis();
    return silent <= limit
        ? Future.succeededFuture()
        : Future.failedFuture("the loop has not come round for " + silent + " ms");
  }

  // Every step of a write has a limit of its own; one that is past them all will not come back.
  private Future<?> checkWrites() {
    long limit =
        WAIT_AND_WRITE * setup.mysql().queryTimeoutMillis() + setup.redis().commandTimeoutMillis();
    long longest = pump.longestWriteMillis();
    return longest <= limit
        ? Future.succeededFuture()
        : Future.failedFuture("a batch has been under way for " + longest + " ms");
  }

  private <T> Future<T> onLoop(Supplier<Future<T>> check) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(here -> check.get().onComplete(promise));
    return promise.future();
  }

  private void measureBacklog(OrderStreams streams) {
    ConsumerSettings settings = setup.consumer();
    BacklogMeter meter =
        new BacklogMeter(
            streams,
            pump.directory()::openLanes,
            new BacklogMeter.Limits(
                settings.backlogWarn(),
                settings.oldestWarnMillis(),
                settings.maxBatch(),
                settings.maxRead()),
            vertx.eventBus(),
            service.clock());
    meter
        .register(service.meters())
        .forEach(gauge -> undo.add(() -> service.meters().remove(gauge)));
    undo.add(service.health().warn("backlog", meter::requireSmall));
    vertx.setPeriodic(settings.discoverMillis(), tick -> meter.measure());
  }

  private void trimStreams(OrderStreams streams, ConsumerMetrics metrics) {
    ConsumerSettings settings = setup.consumer();
    if (settings.trimMillis() > 0) {
      StreamTrimmer trimmer =
          new StreamTrimmer(
              streams, pump.directory()::openLanes, settings.trimAfterMillis(), metrics);
      vertx.setPeriodic(settings.trimMillis(), tick -> trimmer.trim());
    }
  }

  @Override
  public Future<?> stop() {
    undo.forEach(Runnable::run);
    clock.stop();
    return pump.stop()
        .timeout(Math.max(1, setup.consumer().stopTimeoutMillis()), TimeUnit.MILLISECONDS)
        .onFailure(late -> LOG.warn("{}: stopped in mid-batch, which stays pending", name))
        .transform(done -> closeStores());
  }

  private Future<Void> closeStores() {
    return Future.join(commands.close(), blocking.close(), mysql.close())
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }
}
