package seckill.gateway.gate;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a gateway knows of the kill switches. Thread-safe; one for all event loops of a process.
 *
 * <p>Closed unless known to be open: nothing has been learned yet, or not for too long, is paused.
 */
public final class SwitchView {
  private static final long[] NONE = {};

  private final long refreshNanos;
  private final long unknownNanos;
  private final LongSupplier nanoClock;
  private volatile State state;
  private long news;
  private long askedAtNanos;
  private boolean asked;

  private record State(boolean allPaused, long[] paused, long learnedAtNanos) {}

  /**
   * A view that knows nothing yet.
   *
   * @param nanoClock a clock that only runs forward
   */
  public SwitchView(SwitchSettings settings, LongSupplier nanoClock) {
    this.refreshNanos = TimeUnit.MILLISECONDS.toNanos(settings.refreshMillis());
    this.unknownNanos = TimeUnit.MILLISECONDS.toNanos(settings.unknownMillis());
    this.nanoClock = nanoClock;
  }

  /** Whether no purchase of this item may go on. */
  public boolean isPaused(long itemId) {
    State known = state;
    return known == null
        || known.allPaused
        || nanoClock.getAsLong() - known.learnedAtNanos > unknownNanos
        || known.paused.length > 0 && Arrays.binarySearch(known.paused, itemId) >= 0;
  }

  /** Whether it is time to ask again; true for one caller per interval. */
  public synchronized boolean isDue() {
    long now = nanoClock.getAsLong();
    if (asked && now - askedAtNanos < refreshNanos) {
      return false;
    }
    asked = true;
    askedAtNanos = now;
    return true;
  }

  /** What to hand in with the answer to a question that is asked now. */
  public synchronized long ask() {
    return news;
  }

  /**
   * Learns everything, unless something was heard since the question was asked.
   *
   * @param question what {@link #ask} gave
   * @param paused the items that are paused by themselves
   */
  public synchronized void learn(long question, boolean allPaused, long[] paused) {
    if (question == news) {
      long[] sorted = paused.clone();
      Arrays.sort(sorted);
      state = new State(allPaused, sorted, nanoClock.getAsLong());
    }
  }

  /** Hears that all items were paused or resumed. */
  public synchronized void allPaused(boolean paused) {
    news++;
    State known = state;
    if (known != null) {
      state = new State(paused, known.paused, known.learnedAtNanos);
    }
  }

  /** Hears that an item was paused or resumed. */
  public synchronized void paused(long itemId, boolean paused) {
    news++;
    State known = state;
    if (known != null) {
      long[] changed = paused ? with(known.paused, itemId) : without(known.paused, itemId);
      state = new State(known.allPaused, changed, known.learnedAtNanos);
    }
  }

  private static long[] with(long[] ids, long itemId) {
    if (Arrays.binarySearch(ids, itemId) >= 0) {
      return ids;
    }
    long[] more = Arrays.copyOf(ids, ids.length + 1);
    more[ids.length] = itemId;
    Arrays.sort(more);
    return more;
  }

  private static long[] without(long[] ids, long itemId) {
    long[] less = Arrays.stream(ids).filter(id -> id != itemId).toArray();
    return less.length == 0 ? NONE : less;
  }
}
