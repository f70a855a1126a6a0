package seckill.order;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemKeys;

/** Measures how many accepted orders are not written yet, and how old the oldest of them is. */
final class BacklogMeter {
  private static final Logger LOG = LoggerFactory.getLogger(BacklogMeter.class);

  private final OrderStreams streams;
  private final Supplier<List<StreamLane>> lanes;
  private final int countLimit;
  private final Clock clock;
  private volatile long backlog;
  private volatile long oldestMillis;
  private boolean underWay;

  private record Measure(long backlog, long oldestMillis) {
    static final Measure NOTHING = new Measure(0, Long.MAX_VALUE);

    Measure plus(Measure other) {
      return new Measure(backlog + other.backlog, Math.min(oldestMillis, other.oldestMillis));
    }
  }

  /**
   * @param countLimit how far undelivered entries are counted one by one, where Redis cannot tell
   */
  BacklogMeter(
      OrderStreams streams, Supplier<List<StreamLane>> lanes, int countLimit, Clock clock) {
    this.streams = streams;
    this.lanes = lanes;
    this.countLimit = countLimit;
    this.clock = clock;
  }

  /** Shows the latest measures. */
  List<Gauge> register(MeterRegistry meters) {
    return List.of(
        Gauge.builder("seckill_orders_backlog", () -> backlog)
            .description("accepted orders that are not in MySQL: undelivered and pending")
            .register(meters),
        Gauge.builder("seckill_orders_oldest_age_seconds", () -> oldestMillis / 1000.0)
            .description("age of the oldest accepted order that is not in MySQL")
            .register(meters));
  }

  /** Measures all streams, unless the last measure is still under way. */
  void measure() {
    if (underWay) {
      return;
    }
    underWay = true;
    Future<Measure> sum = Future.succeededFuture(Measure.NOTHING);
    for (StreamLane lane : lanes.get()) {
      sum = sum.compose(so -> measure(lane.keys()).map(so::plus));
    }
    sum.onSuccess(
            total -> {
              backlog = total.backlog();
              oldestMillis = Math.max(0, clock.millis() - total.oldestMillis());
            })
        .onFailure(cause -> LOG.debug("cannot measure the backlog: {}", cause.getMessage()))
        .onComplete(done -> underWay = false);
  }

  private Future<Measure> measure(ItemKeys keys) {
    return streams
        .groupFacts(keys)
        .compose(
            facts -> {
              if (facts.isEmpty()) {
                return Future.succeededFuture(Measure.NOTHING);
              }
              long pending = Long.parseLong(facts.get("pending"));
              return undelivered(keys, facts)
                  .compose(
                      undelivered ->
                          oldest(keys, facts, pending, undelivered)
                              .map(oldest -> new Measure(pending + undelivered, oldest)));
            });
  }

  // Redis 6 has no lag, and Redis 7 has none where entries were deleted.
  private Future<Long> undelivered(ItemKeys keys, Map<String, String> facts) {
    String lag = facts.get("lag");
    return lag != null
        ? Future.succeededFuture(Long.parseLong(lag))
        : streams
            .idsAfter(keys, facts.get("last-delivered-id"), countLimit)
            .map(ids -> (long) ids.size());
  }

  private Future<Long> oldest(
      ItemKeys keys, Map<String, String> facts, long pending, long undelivered) {
    if (pending > 0) {
      return streams.oldestPending(keys).map(BacklogMeter::millisOf);
    }
    if (undelivered > 0) {
      return streams
          .idsAfter(keys, facts.get("last-delivered-id"), 1)
          .map(ids -> ids.isEmpty() ? Long.MAX_VALUE : millisOf(ids.get(0)));
    }
    return Future.succeededFuture(Long.MAX_VALUE);
  }

  private static long millisOf(String streamId) {
    return streamId == null
        ? Long.MAX_VALUE
        : Long.parseLong(streamId.substring(0, streamId.indexOf('-')));
  }
}
