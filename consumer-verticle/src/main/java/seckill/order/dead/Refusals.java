package seckill.order.dead;

import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;
import seckill.runtime.StoreFaults;

/** Says what a failure means to the operator. */
final class Refusals {
  private Refusals() {}

  static SeckillException of(Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      return refusal;
    }
    if (cause instanceof NothingDoneException nothing) {
      return nothing.refusal();
    }
    if (MySqlLink.isLockConflict(cause)) {
      return new SeckillException(
          Outcome.BUSY, "somebody else decides about this letter now; please look again");
    }
    return new SeckillException(
        Outcome.DEGRADED, "a store is not usable, please repeat: " + StoreFaults.words(cause));
  }
}
