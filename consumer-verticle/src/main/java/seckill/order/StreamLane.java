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
import seckill.runtime.MySqlLink;

/**
 * The work on one item's stream: batches that are being written, and at most one read ahead.
 *
 * <p>A batch begins as soon as the one before it has locked the item's row: it waits for that lock
 * in MySQL and goes on the moment it is free, in the order of the stream. While something fails,
 * nothing new begins.
 *
 * <p>A batch that fails is tried again until it succeeds; other items' lanes go on meanwhile.
 */
final class StreamLane {
  private static final Logger LOG = LoggerFactory.getLogger(StreamLane.class);
  private static final int MAX_WRITES = 2;
  private static final int MAX_BATCHES = MAX_WRITES + 1;
  private static final long NO_TIMER = -1;
  private static final long SHORTEST_WAIT_MILLIS = 1;

  /** What a lane needs from its surroundings. */
  interface Surroundings {
    /** Settles a batch; see {@link BatchWriter#write}. */
    Future<Boolean> write(
        long itemId, List<StreamEntry> entries, boolean maybeTried, Runnable booked);

    /** Is told whenever a batch has ended or the lane wants to be read again. */
    void changed();
  }

  private static final class Batch {
    private final List<StreamEntry> entries;
    private final boolean redelivered;
    private boolean booked;
    private long retryTimer = NO_TIMER;

    Batch(List<StreamEntry> entries, boolean redelivered) {
      this.entries = entries;
      this.redelivered = redelivered;
    }
  }

  private final Vertx vertx;
  private final long itemId;
  private final ItemKeys keys;
  private final Surroundings surroundings;
  private final ConsumerMetrics metrics;
  private final Backoff writeBackoff;
  private final Backoff lockBackoff;
  private final Backoff rereadBackoff;
  private final ArrayDeque<Batch> queue = new ArrayDeque<>();
  private final Set<Batch> writing = new HashSet<>();
  private final Set<String> underWay = new HashSet<>();
  private final PendingCursor pending = new PendingCursor();
  private boolean closed;
  private boolean open;
  private String claimCursor;

  StreamLane(
      Vertx vertx,
      long itemId,
      ItemKeys keys,
      ConsumerSettings settings,
      ConsumerMetrics metrics,
      Surroundings surroundings) {
    this.vertx = vertx;
    this.itemId = itemId;
    this.keys = keys;
    this.surroundings = surroundings;
    this.metrics = metrics;
    this.writeBackoff = new Backoff(settings.retryMinMillis(), settings.retryMaxMillis());
    // Whoever stood in the way is done in a moment, and a short random wait parts the two.
    this.lockBackoff = new Backoff(SHORTEST_WAIT_MILLIS, settings.retryMinMillis());
    this.rereadBackoff = new Backoff(settings.retryMinMillis(), settings.retryMaxMillis());
  }

  long itemId() {
    return itemId;
  }

  ItemKeys keys() {
    return keys;
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
    if (!fresh.isEmpty()) {
      queue.add(new Batch(fresh, redelivered));
      writeNext();
    }
  }

  /** Ends all retries: what was read is still written, and stays pending where that fails. */
  void close() {
    closed = true;
    for (Batch batch : List.copyOf(writing)) {
      if (batch.retryTimer != NO_TIMER && vertx.cancelTimer(batch.retryTimer)) {
        giveUp(batch);
      }
    }
  }

  private void giveUp(Batch batch) {
    batch.retryTimer = NO_TIMER;
    writing.remove(batch);
    queue.clear();
    surroundings.changed();
  }

  private void writeNext() {
    while (!queue.isEmpty() && mayBegin()) {
      Batch batch = queue.poll();
      writing.add(batch);
      attempt(batch, batch.redelivered);
    }
  }

  private boolean mayBegin() {
    return writing.isEmpty()
        || writing.size() < MAX_WRITES
            && writing.stream().allMatch(batch -> batch.booked)
            && writeBackoff.failures() == 0
            && lockBackoff.failures() == 0;
  }

  private void attempt(Batch batch, boolean maybeTried) {
    batch.booked = false;
    surroundings
        .write(itemId, batch.entries, maybeTried, () -> booked(batch))
        .onSuccess(settled -> ended(batch, settled))
        .onFailure(cause -> failed(batch, cause));
  }

  private void booked(Batch batch) {
    batch.booked = true;
    int waiting = queue.size();
    writeNext();
    if (queue.size() < waiting) {
      surroundings.changed();
    }
  }

  private void ended(Batch batch, boolean settled) {
    if (writeBackoff.failures() > 0) {
      LOG.info("item {}: writing again", itemId);
      writeBackoff.reset();
    }
    lockBackoff.reset();
    batch.entries.forEach(entry -> underWay.remove(entry.id()));
    writing.remove(batch);
    if (settled) {
      rereadBackoff.reset();
    } else {
      vertx.setTimer(rereadBackoff.next(), later -> rereadNow());
    }
    writeNext();
    surroundings.changed();
  }

  private void rereadNow() {
    reread();
    surroundings.changed();
  }

  private void failed(Batch batch, Throwable cause) {
    if (closed) {
      giveUp(batch);
      return;
    }
    Backoff backoff = MySqlLink.isLockConflict(cause) ? lockBackoff : writeBackoff;
    boolean first = backoff.failures() == 0;
    long wait = backoff.next();
    metrics.retried(wait);
    if (first) {
      LOG.warn(
          "item {}: cannot write {} orders, trying again: {}",
          itemId,
          batch.entries.size(),
          cause.toString());
    } else {
      LOG.debug("item {}: trying again in {} ms: {}", itemId, wait, cause.toString());
    }
    batch.retryTimer = vertx.setTimer(wait, again -> retry(batch));
  }

  private void retry(Batch batch) {
    batch.retryTimer = NO_TIMER;
    attempt(batch, true);
  }
}
