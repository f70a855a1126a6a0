package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisServer;

/**
 * Sees to it that Redis refuses writes when it is full, instead of throwing stock or orders out.
 */
final class EvictionPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(EvictionPolicy.class);
  private static final String SETTING = "maxmemory-policy";
  private static final String NONE = "noeviction";
  private static final Pattern POLICY = Pattern.compile("(?m)^maxmemory_policy:(\\S+)");

  private final RedisLink redis;
  private final long lookNanos;
  private boolean warned;
  private Future<Void> last;
  private RedisServer server;
  private long askedNanos;

  /**
   * @param lookMillis how long an answer counts for {@link #requireNoneLately}
   */
  EvictionPolicy(RedisLink redis, long lookMillis) {
    this.redis = redis;
    this.lookNanos = TimeUnit.MILLISECONDS.toNanos(lookMillis);
  }

  /** Fails if Redis may evict keys, or might when it was asked a while ago. */
  Future<Void> requireNoneLately() {
    long now = System.nanoTime();
    boolean asking = last != null && !last.isComplete();
    boolean fresh =
        last != null
            && last.succeeded()
            && server == redis.server()
            && now - askedNanos < lookNanos;
    if (!asking && !fresh) {
      askedNanos = now;
      server = redis.server();
      last = requireNone();
    }
    return last;
  }

  /** Fails with DEGRADED if Redis may evict keys; a server that does not tell is trusted. */
  Future<Void> requireNone() {
    // Not CONFIG, which many users may not ask.
    return redis
        .send(Request.cmd(Command.INFO).arg("memory"))
        .map(info -> policy(info.toString()))
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

  private static String policy(String info) {
    Matcher policy = POLICY.matcher(info);
    return policy.find() ? policy.group(1) : null;
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
