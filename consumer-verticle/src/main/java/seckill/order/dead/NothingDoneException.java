package seckill.order.dead;

import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** A refusal before the first step: the letter is as it was. */
final class NothingDoneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;

  NothingDoneException(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  SeckillException refusal() {
    return new SeckillException(outcome, getMessage());
  }
}
