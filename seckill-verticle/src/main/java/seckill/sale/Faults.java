package seckill.sale;

import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import io.vertx.sqlclient.DatabaseException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLinkException;
import seckill.runtime.StoreFaults;

/** Says what a failure means to the one who asked. */
final class Faults {
  /** Errors of a Redis that serves nobody, whatever the key. */
  private static final Set<String> STORE_AWAY =
      Set.of(
          "BUSY",
          "CLUSTERDOWN",
          "LOADING",
          "MASTERDOWN",
          "MISCONF",
          "NOAUTH",
          "NOPERM",
          "NOREPLICAS",
          "OOM",
          "READONLY");

  private Faults() {}

  /** What came of an attempt that met a failure: nothing, or nobody knows. */
  static PurchaseResult resultOf(Throwable cause, PurchaseAttempt attempt) {
    if (cause instanceof SeckillException refusal) {
      return PurchaseResult.of(refusal.outcome());
    }
    if (cause instanceof ErrorType
        || cause instanceof RedisLinkException lost && !lost.maybeApplied()) {
      return nothingBought(cause);
    }
    return PurchaseResult.pending(attempt.orderId());
  }

  /** The result of an attempt that a failure kept from the script. */
  static PurchaseResult nothingBought(Throwable cause) {
    return isStoreAway(cause) ? PurchaseResult.ofStoreAway() : PurchaseResult.of(Outcome.DEGRADED);
  }

  static boolean isStoreAway(Throwable cause) {
    return cause instanceof RedisLinkException
        || cause instanceof ErrorType error && STORE_AWAY.stream().anyMatch(error::is);
  }

  static SeckillException explain(Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      return refusal;
    }
    if (isStoreAway(cause)) {
      return SeckillException.storeAway("Redis is not usable: " + StoreFaults.words(cause));
    }
    if (cause instanceof ErrorType) {
      return new SeckillException(
          Outcome.DEGRADED, "Redis refused: " + StoreFaults.words(cause), cause);
    }
    if (isOfIo(cause) && MySqlLink.isTransient(cause)) {
      return new SeckillException(
          Outcome.DEGRADED, "MySQL is not usable: " + StoreFaults.words(cause), cause);
    }
    return new SeckillException(
        Outcome.INTERNAL, "a fault of the till: " + StoreFaults.words(cause), cause);
  }

  private static boolean isOfIo(Throwable cause) {
    return cause instanceof VertxException
        || cause instanceof DatabaseException
        || cause instanceof IOException
        || cause instanceof TimeoutException;
  }
}
