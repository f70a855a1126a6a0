package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ClockSettings;
import seckill.config.MySqlSettings;
import seckill.config.RedisSettings;
import seckill.contract.Addresses;
import seckill.runtime.ClockWatch;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisWriteCheck;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.ServiceContext;
import seckill.runtime.StoreFollower;

/** Wires the auditor to the stores, the clock and the bus. */
final class ReconcileVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ReconcileVerticle.class);

  private final ReconcileSettings settings;
  private final RepairSettings repairSettings;
  private final ClockSettings clockSettings;
  private final RedisSettings redisSettings;
  private final MySqlSettings mysqlSettings;
  private final ServiceContext context;
  private final RepairHooks hooks;
  private final List<Runnable> healthChecks = new ArrayList<>();

  private RedisLink redis;
  private ClockWatch clock;
  private MySqlLink mysql;
  private StoreFollower follower;
  private ReconcileMetrics metrics;
  private LastFinished lastFinished;
  private RunControl runs;
  private Schedule schedule;
  private RequestDesk requests;

  ReconcileVerticle(JsonObject settings, ServiceContext context, RepairHooks hooks) {
    this.settings = ReconcileSettings.of(settings);
    this.repairSettings = RepairSettings.of(settings);
    this.clockSettings = ClockSettings.of(settings);
    this.redisSettings = RedisSettings.of(settings);
    this.mysqlSettings = MySqlSettings.of(settings);
    this.context = context;
    this.hooks = hooks;
  }

  @Override
  public Future<?> start() {
    build();
    return mysql
        .awaitReady()
        .compose(ready -> migrate())
        .compose(migrated -> follower.start())
        .compose(known -> redis.connect())
        .compose(connected -> RedisNeeds.require(redis))
        .compose(allowed -> clock.start())
        .compose(known -> lastFinished.refresh())
        .compose(last -> listen())
        .onSuccess(listening -> open())
        .onFailure(cause -> stop());
  }

  private void build() {
    mysql = new MySqlLink(vertx, mysqlSettings);
    follower = new StoreFollower(vertx, redisSettings, mysql);
    redis = new RedisLink(vertx, follower.stores(), "reconcile").onConnect(() -> clock.look());
    clock = ClockWatch.ofRedis(vertx, redis, context, clockSettings);
    metrics = new ReconcileMetrics(context.meters());
    Fence fence = new Fence(mysql, context.clock());
    lastFinished = new LastFinished(fence, metrics, settings.alarmAfterMillis(), context.clock());
    runs =
        new RunControl(
            vertx,
            new Lease(redis, settings.leaseMillis()),
            fence,
            settings.runLimitMillis(),
            metrics::finished);
    SqlBooks sql = new SqlBooks(mysql, settings.pageSize());
    ReportBooks reports = new ReportBooks(mysql);
    SettlementBooks settlements = new SettlementBooks(mysql);
    Auditor auditor = auditor(sql, reports, settlements);
    schedule = new Schedule(vertx, auditor, metrics, settings, context.clock());
    requests = new RequestDesk(auditor, sql, reports, settlements);
  }

  private Auditor auditor(SqlBooks sql, ReportBooks reports, SettlementBooks settlements) {
    RedisBooks books = new RedisBooks(redis, settings.pageSize());
    ReportDesk desk = new ReportDesk(reports, vertx.eventBus(), metrics, settings.keepReports());
    return new Auditor(
        books,
        sql,
        runs,
        desk,
        new Repairs(
            books,
            sql,
            new RepairScripts(redis),
            new RepairJournal(mysql, context.clock()),
            vertx.eventBus(),
            repairSettings,
            hooks,
            context.clock()),
        new Settlements(settlements, vertx.eventBus(), desk, metrics, settings.settleAfterMillis()),
        settings,
        repairSettings,
        context.clock());
  }

  private Future<Void> migrate() {
    return mysqlSettings.migrate() ? new SchemaMigrator(mysql).migrate() : Future.succeededFuture();
  }

  private Future<Void> listen() {
    return Future.all(
            requests.open(vertx.eventBus()),
            context
                .facts()
                .hear(
                    vertx,
                    Addresses.EVENT_RECONCILED,
                    fact -> metrics.finished(Instant.parse(fact.getString("finishedAt")))))
        .mapEmpty();
  }

  private void open() {
    RedisWriteCheck writes = new RedisWriteCheck(redis, redisSettings);
    healthChecks.add(context.health().register("redis", () -> onLoop(writes::requireWritable)));
    healthChecks.add(context.health().register("mysql", mysql::requireWritable));
    healthChecks.add(context.health().register("clock", clock::check));
    healthChecks.add(context.health().register("schedule", schedule::check));
    if (settings.alarmAfterMillis() > 0) {
      healthChecks.add(context.health().warn("last-reconciliation", lastFinished::check));
    }
    schedule.start();
  }

  // Health is asked from other event loops.
  private Future<Void> onLoop(Supplier<Future<Void>> check) {
    Promise<Void> result = Promise.promise();
    super.context.runOnContext(here -> check.get().onComplete(result));
    return result.future();
  }

  @Override
  public Future<?> stop() {
    healthChecks.forEach(Runnable::run);
    schedule.stop();
    clock.stop();
    return requests
        .close()
        .eventually(() -> runs.stop(settings.stopTimeoutMillis()))
        .onFailure(cause -> LOG.warn("the run under way did not stop: {}", cause.getMessage()))
        .eventually(redis::close)
        .eventually(mysql::close)
        .onComplete(closed -> LOG.info("the auditor has stopped"))
        .otherwiseEmpty();
  }
}
