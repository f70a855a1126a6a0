package seckill.gateway;

import io.vertx.core.Future;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.HolderFilter;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;

/**
 * Knows which items are sold out, so that most "no" answers need not ask the till. Thread-safe; one
 * for all event loops of a process.
 *
 * <p>A user is answered here only if the item's {@link HolderFilter} says for certain that they
 * hold nothing: a holder whose answer was lost must hear the order id from the till. An entry dies
 * with the first sign that things changed, and every probe interval one attempt looks for such a
 * sign.
 */
final class SoldOutBoard {
  private static final Logger LOG = LoggerFactory.getLogger(SoldOutBoard.class);

  private final Holders holders;
  private final LongSupplier nanoClock;
  private final PurchaseMeters meters;
  private final ConcurrentMap<Long, Entry> entries = new ConcurrentHashMap<>();

  private volatile BoardSettings settings;

  /** Asks the till who holds a unit of a sold-out item. */
  @FunctionalInterface
  interface Holders {
    /** Fails if there are more holders than {@code most}. */
    Future<HolderFilter> of(long itemId, int most);
  }

  /**
   * @param nanoClock a clock that only runs forward
   */
  SoldOutBoard(
      BoardSettings settings, Holders holders, LongSupplier nanoClock, PurchaseMeters meters) {
    this.settings = settings;
    this.holders = holders;
    this.nanoClock = nanoClock;
    this.meters = meters;
  }

  /** Goes on with other settings; what was known by the former ones is forgotten. */
  void configure(BoardSettings next) {
    settings = next;
    entries.clear();
  }

  /** Whether no item is known to be sold out. */
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether this user can be told SOLD_OUT without asking the till. */
  boolean isSoldOutFor(long itemId, String userId) {
    return isSoldOutFor(itemId, () -> userId);
  }

  /**
   * The same for a user who is only looked at if the item stands on the board.
   *
   * @param user the user's id, or {@code null} for one who cannot be told here
   */
  boolean isSoldOutFor(long itemId, Supplier<String> user) {
    Entry entry = entries.get(itemId);
    HolderFilter filter = entry == null ? null : entry.filter;
    String userId = filter == null ? null : user.get();
    if (userId == null || filter.mayHold(userId)) {
      return false;
    }
    if (entry.probe.isDue()) {
      meters.boardProbed();
      return false;
    }
    meters.boardAnswered();
    return true;
  }

  /** Learns from an answer of the till. */
  void learn(long itemId, PurchaseResult result) {
    if (result.outcome() == Outcome.SOLD_OUT) {
      if (settings.enabled()) {
        Entry entry = entries.computeIfAbsent(itemId, id -> new Entry());
        entry.dropIfStale(result.acceptedTotal());
        if (entry.filter == null && entry.fetch.isDue()) {
          fetch(itemId, entry);
        }
      }
    } else if (!entries.isEmpty()) {
      learnBesides(itemId, result);
    }
  }

  private void learnBesides(long itemId, PurchaseResult result) {
    Entry entry = entries.get(itemId);
    if (entry == null) {
      return;
    }
    if (isNews(result)) {
      clear(itemId);
    } else {
      entry.dropIfStale(result.acceptedTotal());
    }
  }

  // These say nothing about the stock: the user holds a unit, is not admitted, or never got there.
  private static boolean isNews(PurchaseResult result) {
    return switch (result.outcome()) {
      case DUPLICATE,
          KEY_REUSED,
          CHALLENGE_INVALID,
          NOT_ADMITTED,
          NOT_RESERVED,
          LAPSE_LIMIT,
          RATE_LIMITED,
          BUSY,
          BAD_REQUEST ->
          false;
      case ACCEPTED -> !result.replayed();
      default -> true;
    };
  }

  /** Forgets an item, because it has units again or its state changed. */
  void clear(long itemId) {
    entries.remove(itemId);
  }

  // The filter lands in the entry it was asked for: if that one is cleared meanwhile, so is it.
  private void fetch(long itemId, Entry entry) {
    holders
        .of(itemId, settings.maxHolders())
        .onSuccess(filter -> entry.filter = filter)
        .onFailure(e -> LOG.debug("no holders of item {}: {}", itemId, e.getMessage()));
  }

  private long probeNanos() {
    return TimeUnit.MILLISECONDS.toNanos(settings.probeMillis());
  }

  private final class Entry {
    private final Interval fetch = new Interval(0);
    private final Interval probe = new Interval(probeNanos());
    private volatile HolderFilter filter;

    /** A count of 0 is unknown. */
    void dropIfStale(long acceptedTotal) {
      HolderFilter known = filter;
      if (known != null && acceptedTotal != 0 && known.acceptedTotal() != acceptedTotal) {
        filter = null;
      }
    }
  }

  /** Is due once per probe interval, for one caller. */
  private final class Interval {
    private final AtomicLong next;

    Interval(long firstNanos) {
      next = new AtomicLong(nanoClock.getAsLong() + firstNanos);
    }

    boolean isDue() {
      long now = nanoClock.getAsLong();
      long due = next.get();
      return now - due >= 0 && next.compareAndSet(due, now + probeNanos());
    }
  }
}
