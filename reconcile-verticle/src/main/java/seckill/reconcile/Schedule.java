package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts runs by the clock: by the cron expression, and at an interval for items on sale. */
final class Schedule {
  private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

  /** Quartz expressions know no shorter time. */
  private static final long CRON_TICK_MILLIS = 1000;

  /** Ticks that may stay out before the schedule counts as dead. */
  private static final int MISSED_TICKS = 10;

  private final Vertx vertx;
  private final Auditor auditor;
  private final ReconcileMetrics metrics;
  private final ReconcileSettings settings;
  private final Clock clock;

  private long cronTimer;
  private long saleTimer;
  private Instant cronDue;
  private boolean saleUnderWay;
  private long lastTickNanos;
  private boolean stopped;

  Schedule(
      Vertx vertx,
      Auditor auditor,
      ReconcileMetrics metrics,
      ReconcileSettings settings,
      Clock clock) {
    this.vertx = vertx;
    this.auditor = auditor;
    this.metrics = metrics;
    this.settings = settings;
    this.clock = clock;
  }

  void start() {
    cronDue = next();
    lastTickNanos = System.nanoTime();
    cronTimer = vertx.setPeriodic(CRON_TICK_MILLIS, tick -> cronTick());
    if (settings.saleIntervalMillis() > 0) {
      saleTimer = vertx.setPeriodic(settings.saleIntervalMillis(), tick -> saleTick());
    }
  }

  void stop() {
    stopped = true;
    vertx.cancelTimer(cronTimer);
    if (settings.saleIntervalMillis() > 0) {
      vertx.cancelTimer(saleTimer);
    }
  }

  /** Succeeds while the clock of this schedule ticks. */
  Future<Void> check() {
    long silentNanos = System.nanoTime() - lastTickNanos;
    if (stopped || silentNanos > TimeUnit.MILLISECONDS.toNanos(MISSED_TICKS * CRON_TICK_MILLIS)) {
      return Future.failedFuture("the schedule of the auditor does not run");
    }
    return Future.succeededFuture();
  }

  private Instant next() {
    return settings.cron().after(clock.instant()).orElse(null);
  }

  private void cronTick() {
    lastTickNanos = System.nanoTime();
    if (cronDue == null || clock.instant().isBefore(cronDue)) {
      return;
    }
    LOG.info("reconciling all items, due at {}", cronDue);
    Instant due = cronDue;
    cronDue = next();
    auditor
        .everything()
        .recover(
            cause ->
                RunControl.isConflict(cause) ? postponeOrLeave(due) : Future.failedFuture(cause))
        .onFailure(cause -> LOG.error("cannot reconcile all items", cause));
  }

  // Any other run is short, so this one waits for it; another process's run over all items is ours.
  private Future<Void> postponeOrLeave(Instant due) {
    return auditor
        .isEverythingUnderWay()
        .map(
            underWay -> {
              boolean waitedLong =
                  Duration.between(due, clock.instant()).toMillis() > settings.leaseMillis();
              if (underWay || waitedLong) {
                metrics.countSkipped();
              } else {
                cronDue = due;
              }
              return null;
            });
  }

  private void saleTick() {
    if (saleUnderWay) {
      metrics.countSkipped();
      return;
    }
    saleUnderWay = true;
    auditor
        .onSale()
        .onComplete(done -> saleUnderWay = false)
        .onFailure(
            cause -> {
              if (RunControl.isConflict(cause)) {
                metrics.countSkipped();
              } else {
                LOG.error("cannot reconcile the items on sale", cause);
              }
            });
  }
}
