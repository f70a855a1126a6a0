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
import seckill.runtime.ClockCheck;
import seckill.runtime.Health;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.ServiceContext;

/** One consumer of all orders streams; also answers what became of an order. */
final class ConsumerVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ConsumerVerticle.class);

  /** Waits in a row after which a loop that did not come round counts as stuck. */
  private static final int STUCK_AFTER_WAITS = 5;

  private final ConsumerSetup setup;
  private final String name;
  private final boolean measuresBacklog;
  private final ServiceContext service;
  private final FaultHooks hooks;
  private final List<Runnable> undo = new ArrayList<>();
  private RedisLink commands;
  private RedisLink blocking;
  private MySqlLink mysql;
  private StreamPump pump;

  /**
   * @param name in the group; a consumer that comes back under its name finds what it owed
   * @param measuresBacklog whether this one of a process measures for all
   */
  ConsumerVerticle(
      ConsumerSetup setup,
      String name,
      boolean measuresBacklog,
      ServiceContext service,
      FaultHooks hooks) {
    this.setup = setup;
    this.name = name;
    this.measuresBacklog = measuresBacklog;
    this.service = service;
    this.hooks = hooks;
  }

  @Override
  public Future<?> start() {
    ConsumerSettings settings = setup.consumer();
    commands = new RedisLink(vertx, setup.redis(), name);
    blocking =
        new RedisLink(
            vertx,
            setup.redis(),
            name + " (reading)",
            settings.waitMillis() + setup.redis().commandTimeoutMillis());
    mysql = new MySqlLink(vertx, setup.mysql());
    OrderStreams streams = new OrderStreams(commands, blocking, name);
    OrderRepository repository = new OrderRepository(mysql, service.clock());
    pump = pump(streams, repository);
    OrderLists lists = new OrderLists(mysql, setup.life().listOrders());
    OrderQueries queries = new OrderQueries(repository, lists, streams, this::liveItems);
    return Future.join(commands.connect(), blocking.connect(), mysql.awaitReady())
        .compose(ready -> pump.start())
        .compose(ready -> listen(queries))
        .onSuccess(
            ready -> {
              registerChecks(streams, repository);
              measureBacklog(streams);
              LOG.info("{}: draining the order streams", name);
            })
        .recover(cause -> closeStores().transform(closed -> Future.failedFuture(cause)));
  }

  private StreamPump pump(OrderStreams streams, OrderRepository repository) {
    ConsumerMetrics metrics = new ConsumerMetrics(service.meters());
    OrderLander lander = new OrderLander(repository, metrics, vertx.eventBus());
    DeadLetters dead = new DeadLetters(repository, streams, metrics, vertx.eventBus(), hooks);
    BatchWriter writer = new BatchWriter(lander, dead, streams, metrics, hooks);
    // One connection is left for questions and health.
    Slots slots = new Slots(Math.max(1, setup.mysql().poolSize() - 1));
    return new StreamPump(vertx, setup.consumer(), streams, metrics, writer, slots);
  }

  private Future<Void> listen(OrderQueries queries) {
    EventBus bus = vertx.eventBus();
    return Future.all(
            bus.consumer(Addresses.ORDER_GET, queries::answer).completion(),
            bus.consumer(Addresses.ORDER_LIST, queries::answerList).completion(),
            bus.consumer(Addresses.EVENT_PREHEATED, fact -> pump.lookSoon()).completion())
        .mapEmpty();
  }

  private List<Long> liveItems() {
    return pump.directory().lanes().stream()
        .map(StreamLane::itemId)
        .limit(setup.consumer().lookupItems())
        .toList();
  }

  private void registerChecks(OrderStreams streams, OrderRepository repository) {
    Health health = service.health();
    ClockCheck clock =
        new ClockCheck(commands, service.clock(), setup.redis().maxClockSkewMillis());
    undo.add(health.register("redis", () -> onLoop(streams::probe)));
    undo.add(health.register("mysql", () -> onLoop(mysql::requireWritable)));
    undo.add(health.register("clock", () -> onLoop(clock::requireSame)));
    undo.add(health.register("order-streams", this::checkLoop));
    undo.add(health.warn("order-keys", () -> onLoop(pump.directory()::requireReadable)));
    undo.add(health.warn("dead-letters", () -> onLoop(repository::requireNoDeadLetters)));
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

  private <T> Future<T> onLoop(Supplier<Future<T>> check) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(here -> check.get().onComplete(promise));
    return promise.future();
  }

  private void measureBacklog(OrderStreams streams) {
    if (measuresBacklog) {
      BacklogMeter meter =
          new BacklogMeter(
              streams, pump.directory()::openLanes, setup.consumer().maxBatch(), service.clock());
      meter
          .register(service.meters())
          .forEach(gauge -> undo.add(() -> service.meters().remove(gauge)));
      vertx.setPeriodic(setup.consumer().discoverMillis(), tick -> meter.measure());
    }
  }

  @Override
  public Future<?> stop() {
    undo.forEach(Runnable::run);
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
