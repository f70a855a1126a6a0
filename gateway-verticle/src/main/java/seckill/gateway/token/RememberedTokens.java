package seckill.gateway.token;

import com.github.benmanes.caffeine.cache.Cache;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Caller;

/** Remembers the callers of verified tokens until these expire; for signatures that cost more. */
public final class RememberedTokens implements Tokens {
  /** Longer tokens are verified each time, so that the memory is bounded. */
  private static final int MAX_TOKEN_CHARS = 2048;

  private final TokenVerifier verifier;
  private final Cache<String, Caller> callers;

  /**
   * @param callers may be shared by many event loops
   */
  public RememberedTokens(TokenVerifier verifier, Cache<String, Caller> callers) {
    this.verifier = verifier;
    this.callers = callers;
  }

  @Override
  public Caller verify(String token) {
    Caller known = callers.getIfPresent(token);
    return known == null ? verifyFresh(token) : requireUnexpired(token, known);
  }

  private Caller verifyFresh(String token) {
    Caller caller = verifier.verify(token);
    if (token.length() <= MAX_TOKEN_CHARS) {
      callers.put(token, caller);
    }
    return caller;
  }

  private Caller requireUnexpired(String token, Caller known) {
    try {
      verifier.requireUnexpired(known);
      return known;
    } catch (SeckillException e) {
      callers.invalidate(token);
      throw e;
    }
  }
}
