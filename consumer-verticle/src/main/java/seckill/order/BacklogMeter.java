package seckill.order;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;

/**
 * Measures how many accepted orders are not written yet, and how old the oldest of them is, and
 * says when that is too much.
 */
final class BacklogMeter {
  private static final Logger LOG = LoggerFactory.getLogger(BacklogMeter.class);

  private final OrderStreams streams;
  private final Supplier<List<StreamLane>> lanes;
  private final Limits limits;
  private final EventBus bus;
  private final Clock clock;
  private volatile long backlog;
  private volatile long oldestMillis;
  private boolean underWay;
  private boolean told;

  /**
   * What is too much, and how far is counted where Redis cannot tell.
   *
   * @param backlog unwritten orders, 0 for no limit
   * @param oldestMillis age of the oldest, 0 for no limit
   * @param page undelivered entries that are counted at a time
   * @param counted undelivered entries that are counted at most
   */
  record Limits(long backlog, long oldestMillis, int page, int counted) {}

  private record Measure(long backlog, long oldestMillis) {
    static final Measure NOTHING = new Measure(0, Long.MAX_VALUE);

    Measure plus(Measure other) {
      return new Measure(backlog + other.backlog, Math.min(oldestMillis, other.oldestMillis));
    }
  }

  BacklogMeter(
      OrderStreams streams,
      Supplier<List<StreamLane>> lanes,
      Limits limits,
      EventBus bus,
      Clock clock) {
    this.streams = streams;
    this.lanes = lanes;
    this.limits = limits;
    this.bus = bus;
    this.clock = clock;
  }

  /** Fails if the latest measure is too much. */
  Future<Void> requireSmall() {
    return isTooMuch() ? Future.failedFuture(inWords()) : Future.succeededFuture();
  }

  private boolean isTooMuch() {
    return limits.backlog() > 0 && backlog > limits.backlog()
        || limits.oldestMillis() > 0 && oldestMillis > limits.oldestMillis();
  }

  private String inWords() {
    return backlog
        + " accepted orders are not in MySQL, the oldest for "
        + TimeUnit.MILLISECONDS.toSeconds(oldestMillis)
        + " s";
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
              tellOnce();
            })
        .onFailure(cause -> LOG.debug("cannot measure the backlog: {}", cause.getMessage()))
        .onComplete(done -> underWay = false);
  }

  private void tellOnce() {
    if (isTooMuch() && !told) {
      LOG.warn("backlog: {}", inWords());
      bus.publish(
          Addresses.EVENT_ALERT,
          new JsonObject()
              .put("source", "consumer")
              .put("kind", "BACKLOG")
              .put("detail", inWords()));
    }
    told = isTooMuch();
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
        : count(keys, facts.get("last-delivered-id"), 0);
  }

  private Future<Long> count(ItemKeys keys, String after, long counted) {
    return streams
        .idsAfter(keys, after, limits.page())
        .compose(
            ids -> {
              long sum = counted + ids.size();
              return ids.size() < limits.page() || sum >= limits.counted()
                  ? Future.succeededFuture(sum)
                  : count(keys, ids.get(ids.size() - 1), sum);
            });
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
