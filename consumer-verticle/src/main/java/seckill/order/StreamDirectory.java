package seckill.order;

import io.vertx.core.Future;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows the streams of all live items, each with its lane, and keeps their groups in being. */
final class StreamDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(StreamDirectory.class);

  private final OrderStreams streams;
  private final long intervalNanos;
  private final LongFunction<StreamLane> newLane;
  private final Map<Long, StreamLane> lanes = new LinkedHashMap<>();
  private final Map<String, String> complaints = new TreeMap<>();
  private boolean asked = true;
  private long lastLook;

  StreamDirectory(OrderStreams streams, long discoverMillis, LongFunction<StreamLane> newLane) {
    this.streams = streams;
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(discoverMillis);
    this.newLane = newLane;
  }

  /** All lanes, those whose group is not certain included. */
  Collection<StreamLane> lanes() {
    return lanes.values();
  }

  /** The lanes that can be read from. */
  List<StreamLane> openLanes() {
    return lanes.values().stream().filter(StreamLane::isOpen).toList();
  }

  /** Has the next refresh look at once. */
  void lookSoon() {
    asked = true;
  }

  /** Nothing is certain any more: every group is made sure of again. */
  void doubtAll() {
    lanes.values().forEach(StreamLane::shut);
    asked = true;
  }

  /** Fails if a key cannot be read that orders come from. */
  Future<Void> requireReadable() {
    if (complaints.isEmpty()) {
      return Future.succeededFuture();
    }
    Map.Entry<String, String> first = complaints.entrySet().iterator().next();
    return Future.failedFuture(
        complaints.size()
            + " keys cannot be read, the first is "
            + first.getKey()
            + ": "
            + first.getValue());
  }

  /** Looks for new and removed items, if it is time to. */
  Future<Void> refresh() {
    long now = System.nanoTime();
    if (!asked && now - lastLook < intervalNanos) {
      return Future.succeededFuture();
    }
    asked = false;
    lastLook = now;
    return liveItems()
        .compose(
            live -> {
              live.forEach(id -> lanes.computeIfAbsent(id, newLane::apply));
              lanes.values().removeIf(lane -> !live.contains(lane.itemId()) && lane.isIdle());
              forgetComplaints();
              return openAll();
            })
        .onFailure(cause -> asked = true);
  }

  private void forgetComplaints() {
    Set<String> known = new HashSet<>(Set.of(streams.keys().liveItems()));
    lanes.values().forEach(lane -> known.add(lane.keys().orders()));
    complaints.keySet().retainAll(known);
  }

  // A list that is no list must not hold up the items that are known.
  private Future<Set<Long>> liveItems() {
    return streams
        .liveItems()
        .onSuccess(ids -> complaints.remove(streams.keys().liveItems()))
        .recover(
            cause -> {
              if (!(cause instanceof ErrorType)) {
                return Future.failedFuture(cause);
              }
              if (complaints.put(streams.keys().liveItems(), cause.getMessage()) == null) {
                LOG.error("cannot read {}: {}", streams.keys().liveItems(), cause.getMessage());
              }
              return Future.succeededFuture(Set.copyOf(lanes.keySet()));
            });
  }

  private Future<Void> openAll() {
    Future<Void> chain = Future.succeededFuture();
    for (StreamLane lane : new ArrayList<>(lanes.values())) {
      if (!lane.isOpen()) {
        chain = chain.compose(previous -> open(lane));
      }
    }
    return chain;
  }

  private Future<Void> open(StreamLane lane) {
    return streams
        .ensureGroup(lane.keys())
        .onSuccess(
            done -> {
              LOG.info("item {}: draining {}", lane.itemId(), lane.keys().orders());
              complaints.remove(lane.keys().orders());
              lane.open();
            })
        .recover(cause -> cause instanceof ErrorType ? broken(lane, cause) : failed(cause));
  }

  // One unusable key must not hold up the other items.
  private Future<Void> broken(StreamLane lane, Throwable cause) {
    if (complaints.put(lane.keys().orders(), cause.getMessage()) == null) {
      LOG.error("item {}: {}: {}", lane.itemId(), lane.keys().orders(), cause.getMessage());
    }
    return Future.succeededFuture();
  }

  private static Future<Void> failed(Throwable cause) {
    return Future.failedFuture(cause);
  }
}
