package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.types.ErrorType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;

/**
 * Sees to it that Redis refuses writes when it is full, instead of throwing stock or orders out.
 */
final class EvictionPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(EvictionPolicy.class);
  private static final String SETTING = "maxmemory-policy";
  private static final String NONE = "noeviction";

  private final RedisLink redis;
  private boolean warned;

  EvictionPolicy(RedisLink redis) {
    this.redis = redis;
  }

  /** Fails with DEGRADED if Redis may evict keys; a server that does not tell is trusted. */
  Future<Void> requireNone() {
    return redis
        .send(Request.cmd(Command.CONFIG).arg("GET").arg(SETTING))
        .map(reply -> reply.size() > 1 ? reply.get(1).toString() : null)
        .recover(
            cause ->
                cause instanceof ErrorType
                    ? Future.succeededFuture(null)
                    : Future.failedFuture(cause))
        .map(
            policy -> {
              require(policy);
              return null;
            });
  }

  private void require(String policy) {
    if (policy == null) {
      if (!warned) {
        warned = true;
        LOG.warn("Redis does not tell its {}; make sure that it is {}", SETTING, NONE);
      }
    } else if (!policy.equals(NONE)) {
      throw new SeckillException(
          Outcome.DEGRADED,
          "Redis would evict stock or orders when it is full: its "
              + SETTING
              + " is "
              + policy
              + " and must be "
              + NONE);
    }
  }
}
