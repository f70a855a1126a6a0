package seckill.order.dead;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/** Says what a failure means to the operator. */
final class Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

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
    LOG.warn("a dead letter cannot be looked at or decided: {}", cause.toString());
    return new SeckillException(
        Outcome.DEGRADED, "a store is not usable, please repeat: " + cause.getMessage());
  }
}
