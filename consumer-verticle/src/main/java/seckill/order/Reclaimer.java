package seckill.order;

import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Texts;

/** Takes over what dead peers owe, page by page, and then removes their names. */
final class Reclaimer {
  private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);

  private final OrderStreams streams;
  private final ConsumerSettings settings;
  private final ConsumerMetrics metrics;
  private long lastRound = System.nanoTime();

  Reclaimer(OrderStreams streams, ConsumerSettings settings, ConsumerMetrics metrics) {
    this.streams = streams;
    this.settings = settings;
    this.metrics = metrics;
  }

  /** Begins a round if it is time to, and goes on with one page of each lane that has room. */
  Future<Void> claim(List<StreamLane> lanes) {
    long now = System.nanoTime();
    if (now - lastRound >= TimeUnit.MILLISECONDS.toNanos(settings.claimMillis())) {
      lastRound = now;
      lanes.stream()
          .filter(lane -> lane.claimCursor() == null)
          .forEach(lane -> lane.claimFrom(OrderStreams.START));
    }
    Future<Void> chain = Future.succeededFuture();
    for (StreamLane lane : lanes) {
      if (lane.canClaim()) {
        chain = chain.compose(previous -> claimPage(lane));
      }
    }
    return chain;
  }

  // Nobody can write them any more: whose they were is for the reconciliation to find.
  private void passOver(StreamLane lane, List<String> deleted) {
    if (!deleted.isEmpty()) {
      metrics.deleted(deleted.size());
      LOG.warn(
          "item {}: entries that silent consumers owed were deleted from the stream: {}",
          lane.itemId(),
          Texts.some(deleted));
    }
  }

  private Future<Void> claimPage(StreamLane lane) {
    return streams
        .claim(lane.keys(), settings.claimIdleMillis(), lane.claimCursor(), lane.batchSize())
        // The entries may be ours by now although their names got lost.
        .onFailure(cause -> lane.reread())
        .compose(
            claim -> {
              passOver(lane, claim.deleted());
              if (!claim.entries().isEmpty()) {
                LOG.info(
                    "item {}: took over orders of silent consumers: {}",
                    lane.itemId(),
                    Texts.some(claim.entries().stream().map(StreamEntry::id).toList()));
              }
              lane.add(claim.entries(), true);
              if (claim.cursor().equals(OrderStreams.START)) {
                lane.claimFrom(null);
                return streams.forgetIdle(lane.keys(), settings.forgetMillis());
              }
              lane.claimFrom(claim.cursor());
              return Future.succeededFuture(0);
            })
        .onSuccess(
            removed -> {
              if (removed > 0) {
                LOG.info("item {}: removed {} silent consumers", lane.itemId(), removed);
              }
            })
        .mapEmpty();
  }
}
