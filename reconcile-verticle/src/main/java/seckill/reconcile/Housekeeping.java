package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the streams of items that have expired with closed books. */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private final RedisBooks redis;
  private final Clock clock;

  Housekeeping(RedisBooks redis, Clock clock) {
    this.redis = redis;
    this.clock = clock;
  }

  /** Retires the item if this, its last reconciliation, found nothing open. */
  Future<Void> tidy(Inspection inspection, Report report) {
    Reading reading = inspection.reading();
    boolean closed =
        report.verdict() == Verdict.BALANCED
            && !reading.moving()
            && reading.numbers().dead() == 0
            && reading.after().dead() == 0
            && reading.numbers().waiting().isEmpty()
            && (report.settlement() == null || report.settlement().isDone());
    if (!closed || !expired(reading)) {
      return Future.succeededFuture();
    }
    long itemId = report.itemId();
    return retire(itemId, reading.after().lastId())
        .onSuccess(
            retired -> {
              if (retired) {
                LOG.info("item {} has expired with closed books: its streams are gone", itemId);
              }
            })
        .onFailure(
            cause -> LOG.warn("cannot tidy up after item {}: {}", itemId, cause.getMessage()))
        .otherwise(false)
        .mapEmpty();
  }

  private boolean expired(Reading reading) {
    RedisSnapshot redisSide = reading.after();
    if (redisSide.expireAt() > 0) {
      return redisSide.expireAt() <= redisSide.now();
    }
    // The whole state is gone: it has expired, unless it was lost in the middle of the sale.
    LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    return !reading.present() && !reading.ledger().endAt().isAfter(now);
  }

  // Off the list first, so that no consumer makes the stream anew when it vanishes.
  private Future<Boolean> retire(long itemId, String lastId) {
    return redis
        .takeOffLive(itemId)
        .compose(
            wasLive ->
                redis
                    .retire(itemId, lastId)
                    .compose(
                        removed ->
                            removed.isEmpty() && wasLive
                                ? redis.putOnLive(itemId).map(false)
                                : Future.succeededFuture(wasLive || removed.orElse(0) > 0)));
  }
}
