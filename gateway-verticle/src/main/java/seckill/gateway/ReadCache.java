package seckill.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Remembers answers for a moment, and asks once for all who want the same at the same time.
 *
 * @param <K> what is asked for
 * @param <V> the answer
 */
final class ReadCache<K, V> {
  private final Cache<K, Entry<V>> entries;
  private final long maxAgeNanos;
  private final LongSupplier nanoClock;
  private final Function<K, Future<V>> load;

  ReadCache(
      int maxEntries, long maxAgeMillis, LongSupplier nanoClock, Function<K, Future<V>> load) {
    this.entries = Caffeine.newBuilder().maximumSize(maxEntries).executor(Runnable::run).build();
    this.maxAgeNanos = TimeUnit.MILLISECONDS.toNanos(maxAgeMillis);
    this.nanoClock = nanoClock;
    this.load = load;
  }

  /** The answer, failures included: they are remembered like any other. */
  Future<V> get(K key) {
    Entry<V> known = entries.getIfPresent(key);
    if (known != null && (!known.answer.isComplete() || isFresh(known))) {
      return known.answer;
    }
    Entry<V> fresh = new Entry<>(load.apply(key), nanoClock.getAsLong());
    entries.put(key, fresh);
    return fresh.answer;
  }

  private boolean isFresh(Entry<V> entry) {
    return nanoClock.getAsLong() - entry.askedAtNanos < maxAgeNanos;
  }

  void clear() {
    entries.invalidateAll();
  }

  private record Entry<V>(Future<V> answer, long askedAtNanos) {}
}
