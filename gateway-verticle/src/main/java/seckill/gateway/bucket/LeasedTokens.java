package seckill.gateway.bucket;

import java.util.concurrent.atomic.AtomicLong;

/** The tokens that this gateway holds, and until when. Thread-safe; taking one locks nothing. */
final class LeasedTokens {
  private final AtomicLong tokens = new AtomicLong();
  private volatile long voidAtNanos;

  /** Takes one token; returns how many are left, or -1 if there was none. */
  long take(long nowNanos) {
    long held = tokens.get();
    while (held > 0 && nowNanos - voidAtNanos < 0) {
      if (tokens.compareAndSet(held, held - 1)) {
        return held - 1;
      }
      held = tokens.get();
    }
    return -1;
  }

  /** Adds a lease, and drops what is left of a lease that ran out. Not to be called at once. */
  void add(long granted, long nowNanos, long lifeNanos) {
    if (nowNanos - voidAtNanos >= 0) {
      tokens.set(0);
    }
    voidAtNanos = nowNanos + lifeNanos;
    tokens.addAndGet(granted);
  }

  void clear() {
    tokens.set(0);
  }
}
