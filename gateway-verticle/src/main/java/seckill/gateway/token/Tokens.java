package seckill.gateway.token;

import seckill.contract.SeckillException;
import seckill.gateway.gate.Caller;

/** Tells who sent a token. */
@FunctionalInterface
public interface Tokens {

  /**
   * Who sent a token.
   *
   * @throws SeckillException UNAUTHENTICATED
   */
  Caller verify(String token);
}
