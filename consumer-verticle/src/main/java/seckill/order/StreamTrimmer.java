package seckill.order;

import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemKeys;

/** Removes entries that are settled and old from the streams, in steps that Redis hardly feels. */
final class StreamTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(StreamTrimmer.class);

  /** Entries per script call. */
  private static final int PER_CALL = 10_000;

  private final OrderStreams streams;
  private final Supplier<List<StreamLane>> lanes;
  private final long keepMillis;
  private final ConsumerMetrics metrics;
  private final Set<Long> failing = new HashSet<>();
  private boolean underWay;

  /**
   * @param keepMillis how long settled entries stay
   */
  StreamTrimmer(
      OrderStreams streams,
      Supplier<List<StreamLane>> lanes,
      long keepMillis,
      ConsumerMetrics metrics) {
    this.streams = streams;
    this.lanes = lanes;
    this.keepMillis = keepMillis;
    this.metrics = metrics;
  }

  /** Trims all streams, unless the last round is still under way. */
  void trim() {
    if (underWay) {
      return;
    }
    underWay = true;
    Future<Void> chain = Future.succeededFuture();
    for (StreamLane lane : lanes.get()) {
      // One stream that cannot be trimmed must not keep the others from it.
      chain =
          chain
              .compose(next -> trim(lane.keys()))
              .onSuccess(done -> failing.remove(lane.itemId()))
              .otherwise(cause -> told(lane, cause));
    }
    chain.onComplete(
        done -> {
          underWay = false;
          metrics.trimRound();
        });
  }

  private Future<Void> trim(ItemKeys keys) {
    return streams
        .trim(keys, keepMillis, PER_CALL)
        .compose(
            removed -> {
              metrics.trimmed(removed);
              return removed == 0 ? Future.succeededFuture() : trim(keys);
            });
  }

  private Void told(StreamLane lane, Throwable cause) {
    if (failing.add(lane.itemId())) {
      LOG.warn("item {}: cannot trim the orders stream: {}", lane.itemId(), cause.getMessage());
    }
    return null;
  }
}
