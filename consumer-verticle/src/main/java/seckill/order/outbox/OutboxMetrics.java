package seckill.order.outbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was done, and measures how much is still to do. */
public final class OutboxMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxMetrics.class);

  private final MeterRegistry meters;
  private final OutboxRows rows;
  private final Clock clock;
  private final Counter retries;
  private volatile long waiting;
  private volatile long oldestMillis = Long.MAX_VALUE;
  private boolean underWay;

  public OutboxMetrics(MeterRegistry meters, OutboxRows rows, Clock clock) {
    this.meters = meters;
    this.rows = rows;
    this.clock = clock;
    this.retries =
        Counter.builder("seckill_outbox_retries")
            .description("tasks of the outbox put back after a passing failure")
            .register(meters);
  }

  /** Shows the latest measures. */
  public List<Gauge> show() {
    return List.of(
        Gauge.builder("seckill_outbox_waiting", () -> waiting)
            .description("tasks of the outbox that are not done, up to 100000")
            .register(meters),
        Gauge.builder("seckill_outbox_oldest_age_seconds", () -> ageMillis() / 1000.0)
            .description("age of the oldest task of the outbox")
            .register(meters));
  }

  /** Measures, unless the last measure is still under way. */
  public void measure() {
    if (underWay) {
      return;
    }
    underWay = true;
    look()
        .onFailure(cause -> LOG.debug("cannot measure the outbox: {}", cause.getMessage()))
        .onComplete(done -> underWay = false);
  }

  private Future<Void> look() {
    return rows.figures()
        .map(
            figures -> {
              waiting = figures.waiting();
              oldestMillis =
                  figures.oldest() == null ? Long.MAX_VALUE : figures.oldest().toEpochMilli();
              return null;
            });
  }

  private long ageMillis() {
    return Math.max(0, clock.millis() - oldestMillis);
  }

  /** Fails if the oldest task is older than a limit. */
  public Future<Void> requireYoungerThan(long limitMillis) {
    return look()
        .map(
            measured -> {
              if (ageMillis() > limitMillis) {
                throw new IllegalStateException(
                    "units that wait to be returned or taken: "
                        + waiting
                        + ", the oldest for "
                        + TimeUnit.MILLISECONDS.toSeconds(ageMillis())
                        + " s");
              }
              return null;
            });
  }

  void done(UnitTask.Kind kind, UnitResult result) {
    Counter.builder("seckill_outbox_done")
        .description("tasks of the outbox that were done")
        .tag("kind", kind.name())
        .tag("result", result.name())
        .register(meters)
        .increment();
  }

  void putBack(int count) {
    retries.increment(count);
  }
}
