package seckill.order;

import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Knows how long the writes under way have been; may be asked from any thread. */
final class WriteWatch {
  private final LongSupplier nanoClock;
  private final Map<Object, Long> begun = new ConcurrentHashMap<>();

  WriteWatch(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Watches over a write until it ends. */
  <T> Future<T> over(Supplier<Future<T>> write) {
    Object key = new Object();
    begun.put(key, nanoClock.getAsLong());
    return write.get().onComplete(done -> begun.remove(key));
  }

  /** How long the oldest write has been under way, 0 if there is none. */
  long longestMillis() {
    long now = nanoClock.getAsLong();
    return begun.values().stream()
        .mapToLong(start -> TimeUnit.NANOSECONDS.toMillis(now - start))
        .max()
        .orElse(0);
  }
}
