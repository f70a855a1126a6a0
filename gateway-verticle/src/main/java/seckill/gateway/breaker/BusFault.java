package seckill.gateway.breaker;

import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/**
 * Tells faults from refusals: nobody is there, nobody answers, the store behind is away, or the
 * answer makes no sense. A refusal, and a fault of one item only, shows that calls are answered.
 */
public final class BusFault {
  private BusFault() {}

  /** Whether a request over the event bus failed by a fault. */
  public static boolean is(Throwable failure) {
    if (failure instanceof ReplyException reply
        && reply.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
      return SeckillException.isStoreAway(reply.failureCode())
          || Outcome.ofFailureCode(reply.failureCode()) == Outcome.INTERNAL;
    }
    return true;
  }
}
