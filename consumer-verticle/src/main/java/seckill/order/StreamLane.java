package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemKeys;
import seckill.runtime.Backoff;
import seckill.runtime.BatchSize;
import seckill.runtime.MySqlLink;

/**
 * The work on one item's stream: batches that are being written, and at most one read ahead.
 *
 * <p>A batch begins as soon as the one before it has locked the item's row: it waits for that lock
 * in MySQL and goes on the moment it is free, in the order of the stream. While something fails,
 * nothing new begins.
 *
 * <p>A batch that fails is tried again until it succeeds; other items' lanes go on meanwhile. One
 * that fails after it had the row is tried again in smaller parts, since it may have been too much
 * for the time limit; an order that is too much by itself stands aside.
 */
final class StreamLane {
  private static final Logger LOG = LoggerFactory.getLogger(StreamLane.class);
  private static final int MAX_WRITES = 2;
  private static final int MAX_BATCHES = MAX_WRITES + 1;

  /** What a lane needs from its surroundings. */
  interface Surroundings {
    /** Settles a batch; see {@link BatchWriter#write}. */
    Future<Boolean> write(
        long itemId, List<StreamEntry> entries, boolean maybeTried, Runnable booked);

    /** Is told whenever a batch has ended or the lane wants to be read again. */
    void changed();
  }

  private final Vertx vertx;
  private final long itemId;
  private final ItemKeys keys;
  private final Surroundings surroundings;
  private final LaneRetries retries;
  private final Backoff rereadBackoff;
  private final ArrayDeque<LaneBatch> queue = new ArrayDeque<>();
  private final Set<LaneBatch> writing = new HashSet<>();
  private final Set<String> underWay = new HashSet<>();
  private final PendingCursor pending = new PendingCursor();
  private final Set<String> tooSlow = new HashSet<>();
  private final BatchSize size;
  private boolean closed;
  private boolean open;
  private String claimCursor;

  /**
   * @param writeLimitMillis how long one transaction may take
   */
  StreamLane(
      Vertx vertx,
      long itemId,
      ItemKeys keys,
      ConsumerSettings settings,
      long writeLimitMillis,
      ConsumerMetrics metrics,
      Surroundings surroundings) {
    this.vertx = vertx;
    this.itemId = itemId;
    this.keys = keys;
    this.surroundings = surroundings;
    this.retries = new LaneRetries(itemId, settings, metrics);
    this.rereadBackoff = new Backoff(settings.retryMinMillis(), settings.retryMaxMillis());
    this.size = new BatchSize(settings.batchSize(), writeLimitMillis);
  }

  long itemId() {
    return itemId;
  }

  ItemKeys keys() {
    return keys;
  }

  /** How many entries make sense at a time, as fast as they can be written now. */
  int batchSize() {
    return size.get();
  }

  /** Whether the group is known to exist. */
  boolean isOpen() {
    return open;
  }

  /** The group exists: own pending entries are read first. */
  void open() {
    open = true;
    reread();
  }

  /** The group may be gone: nothing is read until it has been made sure of. */
  void shut() {
    open = false;
    claimCursor = null;
  }

  /** Whether new entries may be read. */
  boolean canReadNew() {
    return hasRoom() && !pending.isOpen();
  }

  /** Whether own pending entries are to be read now. */
  boolean canReadPending() {
    return hasRoom() && pending.isOpen();
  }

  /** Whether a claim is under way and can go on now. */
  boolean canClaim() {
    return hasRoom() && claimCursor != null;
  }

  private boolean hasRoom() {
    return open && queue.size() + writing.size() < MAX_BATCHES;
  }

  boolean isIdle() {
    return writing.isEmpty() && queue.isEmpty();
  }

  /** Where own pending entries are read on. */
  PendingCursor pending() {
    return pending;
  }

  /** Has own pending entries read again, from the first: some may have got lost on the way. */
  void reread() {
    pending.beginAgain();
  }

  /** Where to go on claiming, or {@code null} if no claim is under way. */
  String claimCursor() {
    return claimCursor;
  }

  void claimFrom(String cursor) {
    claimCursor = cursor;
  }

  /** Adds a batch, without what is under way already. */
  void add(List<StreamEntry> entries, boolean redelivered) {
    List<StreamEntry> fresh = entries.stream().filter(e -> underWay.add(e.id())).toList();
    List<StreamEntry> together = fresh.stream().filter(e -> !tooSlow.contains(e.id())).toList();
    if (!together.isEmpty()) {
      queue.add(new LaneBatch(together, redelivered));
    }
    fresh.stream()
        .filter(entry -> tooSlow.contains(entry.id()))
        .forEach(entry -> queue.add(new LaneBatch(List.of(entry), true)));
    writeNext();
  }

  /** Ends all retries: what was read is still written, and stays pending where that fails. */
  void close() {
    closed = true;
    for (LaneBatch batch : List.copyOf(writing)) {
      if (batch.retryTimer != LaneBatch.NO_TIMER && vertx.cancelTimer(batch.retryTimer)) {
        giveUp(batch);
      }
    }
  }

  private void giveUp(LaneBatch batch) {
    batch.retryTimer = LaneBatch.NO_TIMER;
    writing.remove(batch);
    queue.clear();
    surroundings.changed();
  }

  private void writeNext() {
    while (!queue.isEmpty() && mayBegin()) {
      LaneBatch batch = fitting(queue.poll());
      writing.add(batch);
      attempt(batch, batch.maybeTried);
    }
  }

  /** As much of a batch as can be written at a time; the rest is the next to be written. */
  private LaneBatch fitting(LaneBatch batch) {
    int count = size.get();
    if (batch.entries.size() <= count) {
      return batch;
    }
    queue.addFirst(batch.from(count));
    return batch.first(count);
  }

  private boolean mayBegin() {
    return writing.isEmpty()
        || writing.size() < MAX_WRITES
            // One that waits for the row of a slow one has no time left for itself.
            && size.isFull()
            && writing.stream().allMatch(batch -> batch.booked)
            && !retries.isFailing();
  }

  private void attempt(LaneBatch batch, boolean maybeTried) {
    batch.booked = false;
    surroundings
        .write(itemId, batch.entries, maybeTried, () -> booked(batch))
        .onSuccess(settled -> ended(batch, settled))
        .onFailure(cause -> failed(batch, cause));
  }

  private void booked(LaneBatch batch) {
    batch.booked = true;
    batch.bookedNanos = System.nanoTime();
    int waiting = queue.size();
    writeNext();
    if (queue.size() < waiting) {
      surroundings.changed();
    }
  }

  private void ended(LaneBatch batch, boolean settled) {
    retries.succeeded();
    if (batch.booked) {
      size.succeeded(batch.entries.size(), System.nanoTime() - batch.bookedNanos);
    }
    batch.entries.forEach(entry -> tooSlow.remove(entry.id()));
    release(batch);
    if (settled) {
      rereadBackoff.reset();
    } else {
      vertx.setTimer(rereadBackoff.next(), later -> rereadNow());
    }
    writeNext();
    surroundings.changed();
  }

  private void release(LaneBatch batch) {
    batch.entries.forEach(entry -> underWay.remove(entry.id()));
    writing.remove(batch);
  }

  private void rereadNow() {
    reread();
    surroundings.changed();
  }

  private void failed(LaneBatch batch, Throwable cause) {
    if (closed) {
      giveUp(batch);
      return;
    }
    batch.maybeTried = true;
    boolean conflict = MySqlLink.isLockConflict(cause);
    long wait = retries.waitAfter(cause, batch.entries.size());
    LaneBatch next = batch;
    if (batch.booked && !conflict) {
      if (batch.entries.size() == 1 && MySqlLink.isTooLong(cause)) {
        standAside(batch);
        return;
      }
      size.failed(batch.entries.size());
      next = fitting(batch);
      writing.remove(batch);
      writing.add(next);
    }
    LaneBatch again = next;
    again.retryTimer = vertx.setTimer(wait, due -> retry(again));
  }

  // It stays pending and is read again later, to be tried by itself.
  private void standAside(LaneBatch batch) {
    String id = batch.entries.get(0).id();
    if (tooSlow.add(id)) {
      LOG.warn("item {}: the order at {} cannot be written in time; others go first", itemId, id);
    }
    release(batch);
    vertx.setTimer(rereadBackoff.next(), later -> rereadNow());
    writeNext();
    surroundings.changed();
  }

  private void retry(LaneBatch batch) {
    batch.retryTimer = LaneBatch.NO_TIMER;
    attempt(batch, true);
  }
}
