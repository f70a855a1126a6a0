package seckill.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Callers by their verified tokens, for all event loops of a process. */
final class TokenCache {
  /** Longer tokens are verified each time, so that the memory is bounded. */
  private static final int MAX_TOKEN_CHARS = 2048;

  private final Cache<String, Caller> callers;

  TokenCache(int size) {
    // On the calling thread: a hand-over to a pool costs more than this cache's upkeep.
    this.callers = Caffeine.newBuilder().maximumSize(size).executor(Runnable::run).build();
  }

  Caller get(String token) {
    return callers.getIfPresent(token);
  }

  void put(String token, Caller caller) {
    if (token.length() <= MAX_TOKEN_CHARS) {
      callers.put(token, caller);
    }
  }

  void remove(String token) {
    callers.invalidate(token);
  }
}
