package seckill.gateway;

import seckill.contract.SeckillException;
import seckill.gateway.gate.Caller;

/** Tells who sent a token. */
@FunctionalInterface
interface Tokens {

  /**
   * Who sent a token.
   *
   * @throws SeckillException UNAUTHENTICATED
   */
  Caller verify(String token);
}
