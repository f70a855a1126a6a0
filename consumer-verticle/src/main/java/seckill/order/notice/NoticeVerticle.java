package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;
import seckill.contract.Addresses;
import seckill.runtime.MySqlLink;
import seckill.runtime.ServiceContext;
import seckill.runtime.inbound.Facts;

/** One sender of notices; shares nothing with those that write orders. */
final class NoticeVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeVerticle.class);

  private final NoticeSettings settings;
  private final MySqlSettings mysqlSettings;
  private final boolean measures;
  private final ServiceContext service;
  private final NoticeSender sender;
  private final NoticeHooks hooks;
  private final List<Runnable> undo = new ArrayList<>();
  private final List<Courier> couriers = new ArrayList<>();
  private final List<NoticeLoop> loops = new ArrayList<>();
  private MySqlLink mysql;

  /**
   * @param measures whether this one of a process measures for all
   */
  NoticeVerticle(
      NoticeSettings settings,
      MySqlSettings mysqlSettings,
      boolean measures,
      ServiceContext service,
      NoticeSender sender,
      NoticeHooks hooks) {
    this.settings = settings;
    this.mysqlSettings = mysqlSettings;
    this.measures = measures;
    this.service = service;
    this.sender = sender;
    this.hooks = hooks;
  }

  @Override
  public Future<?> start() {
    mysql = new MySqlLink(vertx, mysqlSettings.withPoolSize(settings.poolSize()));
    makeLoops();
    return sender
        .open(vertx, settings, service.clock())
        .compose(open -> mysql.awaitReady())
        .compose(ready -> listen())
        .onSuccess(
            ready -> {
              watch();
              loops.forEach(NoticeLoop::start);
              LOG.info("sending notices by {}", sender.name());
            })
        .recover(cause -> close().transform(closed -> Future.failedFuture(cause)));
  }

  private void makeLoops() {
    NoticeMetrics metrics = new NoticeMetrics(service.meters());
    NoticeStore notices = new NoticeStore(mysql);
    BatchRound batches =
        new BatchRound(
            new BatchStore(mysql, notices),
            new OrderFacts.Book(mysql),
            parts(settings.inFlight(), metrics));
    RetryRound retries = new RetryRound(notices, parts(settings.retriesInFlight(), metrics));
    loops.add(loop("fresh notices", batches::run));
    loops.add(loop("notices tried again", retries::run));
  }

  private RoundParts parts(int inFlight, NoticeMetrics metrics) {
    LongSupplier nanoTime = System::nanoTime;
    Courier courier =
        new Courier(vertx, sender, inFlight, settings.timeoutMillis(), nanoTime, metrics);
    couriers.add(courier);
    return new RoundParts(
        courier,
        new RetryRules(settings),
        new GivenUpNotices(metrics, vertx.eventBus()),
        () -> new Claim(vertx, nanoTime, settings.leaseMillis()),
        settings.chunk(),
        hooks);
  }

  private NoticeLoop loop(String what, Supplier<Future<Turn>> round) {
    return new NoticeLoop(vertx, what, round, settings.pollMillis(), settings.pauseMaxMillis());
  }

  private Future<Void> listen() {
    Facts facts = service.facts();
    return Future.all(
            facts.hear(vertx, Addresses.EVENT_ORDER_LANDED, fact -> wake()),
            facts.hear(vertx, Addresses.EVENT_ORDER_STATUS, fact -> wake()),
            new NoticeDesk(new NoticeShelf(mysql), this::wake).openAt(vertx.eventBus()))
        .mapEmpty();
  }

  private void wake() {
    loops.forEach(NoticeLoop::wake);
  }

  private void watch() {
    undo.add(service.health().warn("notices", this::requireNoTrouble));
    if (measures) {
      NoticeWatch watch = new NoticeWatch(mysql, settings.lateMillis());
      watch
          .register(service.meters())
          .forEach(gauge -> undo.add(() -> service.meters().remove(gauge)));
      undo.add(service.health().warn("notices", watch::requireCalm));
      watch.measure();
      vertx.setPeriodic(settings.measureMillis(), tick -> watch.measure());
    }
  }

  private Future<?> requireNoTrouble() {
    return loops.stream()
        .map(NoticeLoop::trouble)
        .filter(trouble -> trouble != null)
        .findFirst()
        .map(Future::failedFuture)
        .orElseGet(Future::succeededFuture);
  }

  @Override
  public Future<?> stop() {
    undo.forEach(Runnable::run);
    couriers.forEach(Courier::stop);
    return Future.join(loops.stream().map(NoticeLoop::stop).toList())
        .timeout(settings.timeoutMillis(), TimeUnit.MILLISECONDS)
        .onFailure(late -> LOG.warn("stopped while notices are under way, which go out again"))
        .transform(done -> close());
  }

  private Future<Void> close() {
    return Future.join(sender.close(), mysql.close()).<Void>mapEmpty().otherwiseEmpty();
  }
}
