package seckill.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * Remembers answers for a moment, and asks once for all who want the same at the same time. While
 * no answer is to be had, the last known one is given, and said to be old. Belongs to one event
 * loop.
 *
 * @param <K> what is asked for
 * @param <V> the answer
 */
final class ReadCache<K, V> {
  private final Cache<K, Entry> entries;
  private final Limits limits;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private final Function<K, Future<V>> load;

  /**
   * How much is remembered, and for how long.
   *
   * @param maxEntries answers that are remembered
   * @param freshMillis how old an answer may be before it is asked for again
   * @param failedMillis how long after a fault it is not asked for again
   * @param staleMillis how old it may be while no other is to be had
   * @param patienceMillis how long a reader waits for a new answer where an old one is known
   */
  record Limits(
      int maxEntries, long freshMillis, long failedMillis, long staleMillis, long patienceMillis) {}

  /**
   * An answer.
   *
   * @param staleSince when it was true, if no newer one is to be had; otherwise {@code null}
   */
  record Read<V>(V value, Instant staleSince) {
    boolean isStale() {
      return staleSince != null;
    }

    <R> Read<R> map(Function<V, R> mapping) {
      return new Read<>(mapping.apply(value), staleSince);
    }
  }

  ReadCache(Limits limits, Clock clock, LongSupplier nanoClock, Function<K, Future<V>> load) {
    this.entries =
        Caffeine.newBuilder().maximumSize(limits.maxEntries()).executor(Runnable::run).build();
    this.limits = limits;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.load = load;
  }

  /** The answer; a refusal is remembered like any other. */
  Future<Read<V>> get(K key) {
    return entries.get(key, Entry::new).read();
  }

  /** Has everything asked for again; until that is answered, what is known is old. */
  void clear() {
    entries.asMap().values().forEach(Entry::expire);
  }

  private final class Entry {
    private final K key;
    private Future<V> asked;
    private Future<Read<V>> answer;
    private boolean failed;
    private long askedAt;
    private V known;
    private long knownAt;
    private Instant knownSince;

    Entry(K key) {
      this.key = key;
    }

    Future<Read<V>> read() {
      long now = nanoClock.getAsLong();
      long rest = failed ? limits.failedMillis() : limits.freshMillis();
      if (answer == null || asked.isComplete() && now - askedAt >= nanos(rest)) {
        ask(now);
      }
      return answer;
    }

    void expire() {
      answer = null;
      asked = null;
    }

    private void ask(long now) {
      Instant asOf = clock.instant();
      Future<V> question = load.apply(key);
      askedAt = now;
      asked = question;
      Future<Read<V>> told = question.map(value -> new Read<>(value, null));
      answer =
          isUsable(now)
              ? told.timeout(limits.patienceMillis(), TimeUnit.MILLISECONDS).recover(this::last)
              : told;
      question.onComplete(
          done -> {
            if (asked != question) {
              // What it tells may be older than the news that made it worthless.
              return;
            }
            failed = done.failed() && !isRefusal(done.cause());
            if (done.succeeded()) {
              known = done.result();
              knownAt = now;
              knownSince = asOf;
              answer = told;
            } else if (!failed) {
              known = null;
            }
          });
    }

    private Future<Read<V>> last(Throwable cause) {
      return isRefusal(cause) || !isUsable(nanoClock.getAsLong())
          ? Future.failedFuture(cause)
          : Future.succeededFuture(new Read<>(known, knownSince));
    }

    private boolean isUsable(long now) {
      return known != null && now - knownAt < nanos(limits.staleMillis());
    }
  }

  private static boolean isRefusal(Throwable cause) {
    return cause instanceof SeckillException refusal
        && refusal.outcome() != Outcome.DEGRADED
        && refusal.outcome() != Outcome.INTERNAL;
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
