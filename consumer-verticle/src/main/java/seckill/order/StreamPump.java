package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.Backoff;

/**
 * The loop of one consumer: finds streams, reads what it owes, takes over what dead peers owe, and
 * waits for new entries; the lanes write them meanwhile.
 */
final class StreamPump {
  private static final Logger LOG = LoggerFactory.getLogger(StreamPump.class);

  private final Vertx vertx;
  private final ConsumerSettings settings;
  private final OrderStreams streams;
  private final StreamDirectory directory;
  private final Reclaimer reclaimer;
  private final Turns turns;
  private final WriteWatch watch = new WriteWatch(System::nanoTime);
  private final Backoff backoff;
  private final Promise<Void> ended = Promise.promise();
  private Promise<Void> pause = Promise.promise();
  private long retryTimer = -1;
  private boolean changed;
  private long gatherMillis;
  private boolean stopping;
  private boolean readFailed;
  private volatile long lastTurn = System.nanoTime();

  StreamPump(
      Vertx vertx,
      ConsumerSettings settings,
      long writeLimitMillis,
      OrderStreams streams,
      ConsumerMetrics metrics,
      BatchWriter writer,
      Slots slots,
      LandingRate rate) {
    this.vertx = vertx;
    this.settings = settings;
    this.streams = streams;
    this.backoff = new Backoff(settings.retryMinMillis(), settings.retryMaxMillis());
    this.reclaimer = new Reclaimer(streams, settings, metrics);
    this.turns = new Turns(vertx, rate);
    StreamLane.Surroundings surroundings =
        new StreamLane.Surroundings() {
          @Override
          public Future<Boolean> write(
              long itemId, List<StreamEntry> entries, boolean maybeTried, Runnable booked) {
            return turns.run(
                entries.size(),
                () ->
                    slots.run(
                        () -> watch.over(() -> writer.write(itemId, entries, maybeTried, booked))));
          }

          @Override
          public void changed() {
            wake();
          }
        };
    this.directory =
        new StreamDirectory(
            streams,
            settings.discoverMillis(),
            itemId ->
                new StreamLane(
                    vertx,
                    itemId,
                    streams.keys().of(itemId),
                    settings,
                    writeLimitMillis,
                    metrics,
                    surroundings));
  }

  /** Finds the streams that exist and begins to drain them. */
  Future<Void> start() {
    return directory.refresh().onSuccess(found -> vertx.runOnContext(go -> turn()));
  }

  /** The streams being drained. */
  StreamDirectory directory() {
    return directory;
  }

  /** An item may have appeared. */
  void lookSoon() {
    directory.lookSoon();
    wake();
  }

  /** How long ago the loop last came round without a failure. */
  long silentMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastTurn);
  }

  /** How long the oldest write has been under way. */
  long longestWriteMillis() {
    return watch.longestMillis();
  }

  /** Reads nothing more; succeeds when everything that was read is settled or given up. */
  Future<Void> stop() {
    stopping = true;
    directory.lanes().forEach(StreamLane::close);
    turns.close();
    wake();
    if (vertx.cancelTimer(retryTimer)) {
      turn();
    }
    return ended.future();
  }

  private void turn() {
    changed = false;
    gatherMillis = 0;
    if (stopping) {
      endWhenIdle();
      return;
    }
    directory
        .refresh()
        .compose(known -> inTurn(StreamLane::canReadPending, this::readPending))
        .compose(read -> reclaimer.claim(directory.openLanes()))
        .compose(claimed -> stopping ? Future.succeededFuture() : readNew())
        .onComplete(
            done -> {
              if (done.succeeded()) {
                // Own entries may be readable where new ones are not.
                if (!readFailed) {
                  lastTurn = System.nanoTime();
                  backoff.reset();
                }
                next();
              } else {
                failed(done.cause());
              }
            });
  }

  // A transaction of a thousand orders costs little more than one of ten: what arrives in a rush is
  // given a moment to gather, and what was read meanwhile is being written.
  private void next() {
    if (gatherMillis > 0 && !stopping) {
      retryTimer = vertx.setTimer(gatherMillis, again -> turn());
    } else {
      vertx.runOnContext(again -> turn());
    }
  }

  private void endWhenIdle() {
    directory.lanes().forEach(StreamLane::close);
    if (directory.lanes().stream().allMatch(StreamLane::isIdle)) {
      ended.tryComplete();
    } else {
      pause(settings.waitMillis()).onComplete(again -> turn());
    }
  }

  private void failed(Throwable cause) {
    if (cause instanceof ErrorType) {
      directory.doubtAll();
    }
    directory.lookSoon();
    boolean first = backoff.failures() == 0;
    long wait = backoff.next();
    if (first) {
      LOG.warn("cannot read the order streams, trying again: {}", cause.getMessage());
    } else {
      LOG.debug("reading the order streams again in {} ms: {}", wait, cause.getMessage());
    }
    retryTimer = vertx.setTimer(wait, again -> turn());
  }

  private Future<Void> inTurn(
      Predicate<StreamLane> ready, Function<StreamLane, Future<Void>> work) {
    Future<Void> chain = Future.succeededFuture();
    for (StreamLane lane : directory.openLanes()) {
      if (ready.test(lane)) {
        chain = chain.compose(previous -> work.apply(lane));
      }
    }
    return chain;
  }

  private Future<Void> readPending(StreamLane lane) {
    return streams
        .readPending(lane.keys(), lane.pending().next(), lane.batchSize())
        .map(
            page -> {
              lane.pending().goOnAfter(page);
              lane.add(page, true);
              return null;
            });
  }

  private Future<Void> readNew() {
    List<StreamLane> open = directory.openLanes();
    Map<String, StreamLane> ready =
        open.stream()
            .filter(StreamLane::canReadNew)
            .collect(Collectors.toMap(lane -> lane.keys().orders(), Function.identity()));
    if (ready.isEmpty()) {
      readFailed &= !open.isEmpty();
      return pauseUnlessReady(open);
    }
    // A lane that is not ready now may be so long before a wait would end.
    boolean all = ready.size() == open.size() && open.stream().noneMatch(StreamLane::canClaim);
    int size = ready.values().stream().mapToInt(StreamLane::batchSize).max().orElse(1);
    int count = Math.max(1, Math.min(size, settings.maxRead() / ready.size()));
    return streams
        .readNew(ready.keySet(), count, all ? settings.waitMillis() : 0)
        // Entries may be ours by now although they got lost on the way.
        .onFailure(cause -> ready.values().forEach(StreamLane::reread))
        .onComplete(done -> readFailed = done.failed())
        .compose(
            entries -> {
              entries.forEach((stream, fresh) -> ready.get(stream).add(fresh, false));
              if (entries.values().stream().allMatch(fresh -> fresh.size() < count)) {
                gatherMillis = GatherPause.millis(settings.gatherMillis(), entries.size());
              }
              return entries.isEmpty() && !all ? pauseUnlessReady(open) : Future.succeededFuture();
            });
  }

  private Future<Void> pauseUnlessReady(List<StreamLane> open) {
    boolean more = open.stream().anyMatch(lane -> lane.canReadPending() || lane.canClaim());
    return more || changed ? Future.succeededFuture() : pause(settings.waitMillis());
  }

  private Future<Void> pause(long millis) {
    Promise<Void> current = Promise.promise();
    pause = current;
    long timer = vertx.setTimer(millis, over -> current.tryComplete());
    return current.future().onComplete(done -> vertx.cancelTimer(timer));
  }

  private void wake() {
    changed = true;
    pause.tryComplete();
  }
}
