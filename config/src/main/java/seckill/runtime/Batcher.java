package seckill.runtime;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * Sends together what arrived while the last batch was under way.
 *
 * <p>There is no timer and no added wait: a lone entry goes at once, and under load the batches
 * grow by themselves to what the receiver can take. Belongs to one event loop; not thread-safe.
 *
 * @param <K> what entries of one batch have in common
 * @param <A> an entry
 * @param <R> the result of an entry
 */
public final class Batcher<K, A, R> {
  private static final Logger LOG = LoggerFactory.getLogger(Batcher.class);

  private final int maxBatch;
  private final int maxInFlight;
  private final int maxWaiting;
  private final BiFunction<K, List<A>, Future<List<R>>> send;
  private final Map<K, Lane> lanes = new HashMap<>();
  private int waiting;

  /**
   * @param maxBatch entries per batch
   * @param maxInFlight batches under way per key
   * @param maxWaiting entries that may wait over all keys; more are refused with BUSY
   * @param send takes a batch and answers with as many results, in the same order
   */
  public Batcher(
      int maxBatch, int maxInFlight, int maxWaiting, BiFunction<K, List<A>, Future<List<R>>> send) {
    this.maxBatch = maxBatch;
    this.maxInFlight = maxInFlight;
    this.maxWaiting = maxWaiting;
    this.send = send;
  }

  /** Entries that wait for a batch under way to end. */
  public int waiting() {
    return waiting;
  }

  int lanes() {
    return lanes.size();
  }

  /** Hands an entry in; fails with BUSY if too many wait, or as its batch fails. */
  public Future<R> submit(K key, A entry) {
    return submitAll(key, List.of(entry)).get(0);
  }

  /**
   * Hands in entries that arrived together, so that they also go together.
   *
   * @return for each entry its result; it fails with BUSY if too many wait, or as its batch fails
   */
  public List<Future<R>> submitAll(K key, List<A> entries) {
    Lane lane = lanes.computeIfAbsent(key, Lane::new);
    long room = (long) (maxInFlight - lane.inFlight) * maxBatch + maxWaiting - waiting;
    List<Future<R>> results = new ArrayList<>(entries.size());
    for (A entry : entries) {
      if (results.size() >= room) {
        results.add(
            Future.failedFuture(
                new SeckillException(Outcome.BUSY, "too many requests are waiting")));
        continue;
      }
      Promise<R> promise = Promise.promise();
      lane.queue.add(new Entry<>(entry, promise));
      waiting++;
      results.add(promise.future());
    }
    lane.drain();
    return results;
  }

  /**
   * Fails all entries that wait, and lets no later one wait for the batches under way, because
   * these may never be answered. What is under way is still settled by its own answer.
   */
  public void refuseWaiting(Throwable cause) {
    List<Lane> stuck = new ArrayList<>(lanes.values());
    lanes.clear();
    stuck.forEach(lane -> lane.refuse(cause));
  }

  private record Entry<A, R>(A value, Promise<R> promise) {}

  private final class Lane {
    private final K key;
    private final ArrayDeque<Entry<A, R>> queue = new ArrayDeque<>();
    private int inFlight;
    private boolean draining;

    Lane(K key) {
      this.key = key;
    }

    void drain() {
      if (draining) {
        // A batch that is answered at once calls back in here; the loop below goes on by itself.
        return;
      }
      draining = true;
      try {
        while (inFlight < maxInFlight && !queue.isEmpty()) {
          sendBatch();
        }
      } finally {
        draining = false;
      }
      if (inFlight == 0) {
        lanes.remove(key, this);
      }
    }

    // Not drained while its queue is settled: what listeners hand in meanwhile finds a new lane.
    void refuse(Throwable cause) {
      List<Promise<R>> promises = queue.stream().map(Entry::promise).toList();
      waiting -= queue.size();
      queue.clear();
      settle(promises, Future.failedFuture(cause));
    }

    private void sendBatch() {
      int size = Math.min(maxBatch, queue.size());
      List<A> values = new ArrayList<>(size);
      List<Promise<R>> promises = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        Entry<A, R> entry = queue.poll();
        values.add(entry.value());
        promises.add(entry.promise());
      }
      waiting -= size;
      inFlight++;
      call(values)
          .onComplete(
              done -> {
                // First the answers, then the next batch: what they set off goes together.
                settle(promises, done);
                inFlight--;
                drain();
              });
    }

    private Future<List<R>> call(List<A> values) {
      try {
        return Objects.requireNonNull(send.apply(key, values), "a batch gave no future");
      } catch (RuntimeException e) {
        return Future.failedFuture(e);
      }
    }

    private void settle(List<Promise<R>> promises, AsyncResult<List<R>> done) {
      List<R> results = done.result();
      Throwable cause = done.cause();
      if (cause == null && (results == null || results.size() != promises.size())) {
        cause = new IllegalStateException("a batch was answered in part");
      }
      for (int i = 0; i < promises.size(); i++) {
        try {
          if (cause == null) {
            promises.get(i).complete(results.get(i));
          } else {
            promises.get(i).fail(cause);
          }
        } catch (RuntimeException e) {
          // One listener must not keep the others from hearing their results.
          LOG.error("a listener to a result failed", e);
        }
      }
    }
  }
}
