package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.SeckillException;
import seckill.runtime.ClockCheck;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.ServiceContext;
import seckill.runtime.StoreFollower;

/** Wires the auditor to the stores, the clock and the bus. */
final class ReconcileVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ReconcileVerticle.class);

  private final ReconcileSettings settings;
  private final RedisSettings redisSettings;
  private final MySqlSettings mysqlSettings;
  private final ServiceContext context;
  private final List<Runnable> healthChecks = new ArrayList<>();

  private RedisLink redis;
  private MySqlLink mysql;
  private RunControl runs;
  private Auditor auditor;
  private Schedule schedule;
  private MessageConsumer<Object> requests;

  ReconcileVerticle(
      ReconcileSettings settings,
      RedisSettings redisSettings,
      MySqlSettings mysqlSettings,
      ServiceContext context) {
    this.settings = settings;
    this.redisSettings = redisSettings;
    this.mysqlSettings = mysqlSettings;
    this.context = context;
  }

  @Override
  public Future<?> start() {
    mysql = new MySqlLink(vertx, mysqlSettings);
    StoreFollower follower = new StoreFollower(vertx, redisSettings, mysql);
    redis = new RedisLink(vertx, follower.stores(), "reconcile");
    ReconcileMetrics metrics = new ReconcileMetrics(context.meters());
    SqlBooks sql = new SqlBooks(mysql, settings.pageSize());
    runs = new RunControl(vertx, new Lease(redis, settings.leaseMillis()));
    auditor =
        new Auditor(
            new RedisBooks(redis, settings.pageSize()),
            sql,
            runs,
            new ReportDesk(sql, vertx.eventBus(), metrics, settings.keepReports()),
            settings,
            context.clock());
    schedule = new Schedule(vertx, auditor, metrics, settings, context.clock());
    return mysql
        .awaitReady()
        .compose(ready -> migrate())
        .compose(migrated -> follower.start())
        .compose(known -> redis.connect())
        .compose(connected -> sql.lastFinished())
        .compose(
            last -> {
              last.ifPresent(metrics::finished);
              return listen(metrics);
            })
        .onSuccess(listening -> open())
        .onFailure(cause -> stop());
  }

  private Future<Void> migrate() {
    return mysqlSettings.migrate() ? new SchemaMigrator(mysql).migrate() : Future.succeededFuture();
  }

  private Future<Void> listen(ReconcileMetrics metrics) {
    requests = vertx.eventBus().consumer(Addresses.RECONCILE_RUN, this::answer);
    MessageConsumer<JsonObject> facts =
        vertx
            .eventBus()
            .consumer(
                Addresses.EVENT_RECONCILED,
                fact -> metrics.finished(Instant.parse(fact.body().getString("finishedAt"))));
    return Future.all(requests.completion(), facts.completion()).mapEmpty();
  }

  private void open() {
    ClockCheck clock = new ClockCheck(redis, context.clock(), redisSettings.maxClockSkewMillis());
    healthChecks.add(context.health().register("redis", redis::ping));
    healthChecks.add(context.health().register("mysql", mysql::requireWritable));
    healthChecks.add(context.health().register("clock", clock::requireSame));
    healthChecks.add(context.health().register("schedule", schedule::check));
    schedule.start();
  }

  private void answer(Message<Object> request) {
    Future.succeededFuture(request.body())
        .map(ReconcileVerticle::itemId)
        .compose(auditor::item)
        .onSuccess(report -> request.reply(report.toJson()))
        .onFailure(
            cause -> {
              SeckillException refusal = Faults.explain(cause);
              request.fail(refusal.outcome().failureCode(), refusal.getMessage());
            });
  }

  private static long itemId(Object body) {
    if (body instanceof JsonObject request) {
      return ItemIds.parse(request.getValue("itemId"));
    }
    throw SeckillException.badRequest("the request must be a JSON object with an itemId");
  }

  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    schedule.stop();
    Future<Void> deaf = requests == null ? Future.succeededFuture() : requests.unregister();
    return deaf.eventually(() -> runs.stop(settings.stopTimeoutMillis()))
        .onFailure(cause -> LOG.warn("the run under way did not stop: {}", cause.getMessage()))
        .eventually(redis::close)
        .eventually(mysql::close)
        .otherwiseEmpty();
  }
}
