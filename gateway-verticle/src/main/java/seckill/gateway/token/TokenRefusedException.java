package seckill.gateway.token;

import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** The refusal of a token: UNAUTHENTICATED, with a sentence that names what is wrong with it. */
final class TokenRefusedException extends SeckillException {
  private static final long serialVersionUID = 1L;

  private final TokenFault fault;

  /**
   * A refusal.
   *
   * @param detail for whoever sent the token, and for the log: never holds any of the token's text
   */
  TokenRefusedException(TokenFault fault, String detail) {
    super(Outcome.UNAUTHENTICATED, detail);
    this.fault = fault;
  }

  TokenFault fault() {
    return fault;
  }
}
