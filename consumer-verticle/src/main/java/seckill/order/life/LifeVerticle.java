package seckill.order.life;

import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;
import seckill.order.outbox.Dispatcher;
import seckill.order.outbox.OutboxHooks;
import seckill.order.outbox.OutboxMetrics;
import seckill.order.outbox.OutboxRows;
import seckill.order.outbox.OutboxSettings;
import seckill.runtime.MySqlLink;
import seckill.runtime.ServiceContext;

/**
 * Lets orders be paid, given back and closed, and works the outbox off.
 *
 * <p>It has connections of its own, so that a rush of new orders does not hold up payments.
 */
public final class LifeVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(LifeVerticle.class);

  private final Setup setup;
  private final ServiceContext service;
  private final ChangeHook changeHook;
  private final OutboxHooks outboxHooks;
  private final List<Runnable> undo = new ArrayList<>();
  private MySqlLink mysql;
  private OrderBook book;
  private LifeDesk desk;
  private Closer closer;
  private Dispatcher dispatcher;
  private OutboxMetrics metrics;

  /**
   * All settings it needs.
   *
   * @param stopTimeoutMillis how long a stop waits for what is under way
   */
  public record Setup(
      LifeSettings life, OutboxSettings outbox, MySqlSettings mysql, long stopTimeoutMillis) {}

  /**
   * @param changeHook told of every change inside its transaction
   * @param outboxHooks for tests
   */
  public LifeVerticle(
      Setup setup, ServiceContext service, ChangeHook changeHook, OutboxHooks outboxHooks) {
    this.setup = setup;
    this.service = service;
    this.changeHook = changeHook;
    this.outboxHooks = outboxHooks;
  }

  @Override
  public Future<?> start() {
    mysql = new MySqlLink(vertx, setup.mysql());
    OutboxRows rows = new OutboxRows(mysql, service.clock());
    metrics = new OutboxMetrics(service.meters(), rows, service.clock());
    LifeNews news = new LifeNews(vertx.eventBus());
    LifeSettings life = setup.life();
    book =
        new OrderBook(
            mysql,
            service.clock(),
            life.usual(),
            rows,
            changeHook,
            news,
            // Not there yet while the book is made, and there before it is used.
            () -> dispatcher.wake());
    dispatcher =
        new Dispatcher(
            vertx,
            setup.outbox(),
            service.clock(),
            rows,
            new Retakes(book, news),
            metrics,
            outboxHooks);
    Releases releases = new Releases(book);
    closer = new Closer(vertx, life, book, releases, service.meters());
    desk =
        new LifeDesk(
            vertx,
            new Cancels(vertx, life, book, releases),
            new Payments(book, news, service.clock(), life.unknownMillis()));
    return mysql
        .awaitReady()
        // A clock that is not yet corrected would close orders too early, or too late.
        .compose(ready -> service.clock().known(vertx))
        .compose(known -> desk.open())
        .onSuccess(open -> begin())
        .recover(cause -> mysql.close().transform(closed -> Future.failedFuture(cause)));
  }

  private void begin() {
    OutboxSettings outbox = setup.outbox();
    tellUsualRules();
    dispatcher.start();
    closer.start();
    vertx.setPeriodic(outbox.measureMillis(), tick -> metrics.measure());
    for (Gauge gauge : metrics.show()) {
      undo.add(() -> service.meters().remove(gauge));
    }
    undo.add(
        service
            .health()
            .warn(
                "outbox", () -> onLoop(() -> metrics.requireYoungerThan(outbox.warnAgeMillis()))));
  }

  // The till needs them when it builds an item again. They hold here whether it is told or not.
  private void tellUsualRules() {
    book.tellUsualRules()
        .onFailure(
            cause -> {
              LOG.warn("cannot write the usual rules of orders down: {}", cause.getMessage());
              vertx.setTimer(setup.outbox().retryMaxMillis(), again -> tellUsualRules());
            });
  }

  private <T> Future<T> onLoop(Supplier<Future<T>> check) {
    Promise<T> promise = Promise.promise();
    context.runOnContext(here -> check.get().onComplete(promise));
    return promise.future();
  }

  @Override
  public Future<?> stop() {
    undo.forEach(Runnable::run);
    return Future.join(desk.close(), closer.stop(), dispatcher.stop())
        .timeout(Math.max(1, setup.stopTimeoutMillis()), TimeUnit.MILLISECONDS)
        .onFailure(late -> LOG.warn("stopped in the middle of changes: {}", late.getMessage()))
        .transform(done -> mysql.close())
        .otherwiseEmpty();
  }
}
