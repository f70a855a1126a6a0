package seckill.gateway.token;

import seckill.gateway.gate.Caller;
import seckill.runtime.inbound.RefusalLog;

/** Has refused tokens counted by what is wrong with them. */
public final class CountedTokens implements Tokens {
  private final Tokens tokens;
  private final RefusalLog refusals;

  public CountedTokens(Tokens tokens, RefusalLog refusals) {
    this.tokens = tokens;
    this.refusals = refusals;
  }

  @Override
  public Caller verify(String token) {
    try {
      return tokens.verify(token);
    } catch (TokenRefusedException e) {
      refusals.count(e.fault().name(), e.getMessage());
      throw e;
    }
  }
}
