package seckill.reconcile;

import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import io.vertx.sqlclient.DatabaseException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;
import seckill.runtime.RedisLinkException;
import seckill.runtime.StoreFaults;

/** Says what a failed reconciliation means to the one who asked for it. */
final class Faults {
  private Faults() {}

  static SeckillException explain(Throwable cause) {
    if (cause instanceof SeckillException refusal) {
      return refusal;
    }
    if (cause instanceof RedisLinkException) {
      return degraded("Redis does not answer", cause);
    }
    if (cause instanceof ErrorType) {
      return degraded("Redis refused", cause);
    }
    if (isOfIo(cause) && MySqlLink.isTransient(cause)) {
      return degraded("MySQL is not usable", cause);
    }
    return new SeckillException(
        Outcome.INTERNAL, "the reconciliation failed: " + StoreFaults.words(cause), cause);
  }

  private static SeckillException degraded(String message, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        "the books cannot be read now: " + message + ": " + StoreFaults.words(cause),
        cause);
  }

  private static boolean isOfIo(Throwable cause) {
    return cause instanceof VertxException
        || cause instanceof DatabaseException
        || cause instanceof IOException
        || cause instanceof TimeoutException;
  }
}
