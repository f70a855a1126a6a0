package seckill.order.notice;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.MySqlLink;

/** Measures how many notices wait, how long, and how many were given up. */
final class NoticeWatch {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeWatch.class);

  private static final String AGE =
      "COALESCE(TIMESTAMPDIFF(MICROSECOND, MIN(created_at), UTC_TIMESTAMP(3)), 0)";
  private static final String COUNT =
      "SELECT b.waiting + n.waiting, GREATEST(b.age, n.age), g.given_up FROM"
          + " (SELECT COALESCE(SUM(size - told), 0) AS waiting, "
          + AGE
          + " AS age FROM notice_batch) b,"
          + " (SELECT COUNT(*) AS waiting, "
          + AGE
          + " AS age FROM notice WHERE state = 'WAITING') n,"
          + " (SELECT COUNT(*) AS given_up FROM notice WHERE state = 'GIVEN_UP') g";

  private final MySqlLink mysql;
  private final long lateMillis;
  private volatile Measure last = new Measure(0, 0, 0);
  private boolean underWay;

  private record Measure(long waiting, long oldestMillis, long givenUp) {}

  /**
   * @param lateMillis age of the oldest waiting notice that a person should know of
   */
  NoticeWatch(MySqlLink mysql, long lateMillis) {
    this.mysql = mysql;
    this.lateMillis = lateMillis;
  }

  /** Shows the latest measures. */
  List<Gauge> register(MeterRegistry meters) {
    return List.of(
        Gauge.builder("seckill_notices_waiting", () -> last.waiting())
            .description("notices that are not sent yet, over all processes")
            .register(meters),
        Gauge.builder("seckill_notices_oldest_age_seconds", () -> last.oldestMillis() / 1000.0)
            .description("age of the oldest notice that is not sent yet")
            .register(meters),
        Gauge.builder("seckill_notices_kept", () -> last.givenUp())
            .description("notices that were given up and nobody has looked after yet")
            .register(meters));
  }

  /** Measures, unless the last measure is still under way. */
  void measure() {
    if (underWay) {
      return;
    }
    underWay = true;
    mysql
        .execute(COUNT, Tuple.tuple())
        .onSuccess(rows -> last = measure(rows.iterator().next()))
        .onFailure(cause -> LOG.debug("cannot count the notices: {}", cause.getMessage()))
        .onComplete(done -> underWay = false);
  }

  private static Measure measure(Row row) {
    return new Measure(
        ((Number) row.getValue(0)).longValue(),
        TimeUnit.MICROSECONDS.toMillis(((Number) row.getValue(1)).longValue()),
        ((Number) row.getValue(2)).longValue());
  }

  /** Fails if notices were given up or wait for too long, by the latest measure. */
  Future<Void> requireCalm() {
    Measure now = last;
    if (now.givenUp() > 0) {
      return Future.failedFuture(now.givenUp() + " notices were given up");
    }
    return now.oldestMillis() < lateMillis
        ? Future.succeededFuture()
        : Future.failedFuture(
            now.waiting() + " notices wait, the oldest for " + now.oldestMillis() / 1000 + " s");
  }
}
