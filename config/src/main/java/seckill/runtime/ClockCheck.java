package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** Holds this machine's clock against that of Redis, by which sales open and close. */
public final class ClockCheck {
  private final RedisLink redis;
  private final Clock clock;
  private final long maxSkewMillis;

  public ClockCheck(RedisLink redis, Clock clock, long maxSkewMillis) {
    this.redis = redis;
    this.clock = clock;
    this.maxSkewMillis = maxSkewMillis;
  }

  /** Fails if the two clocks are further apart than allowed. */
  public Future<Void> requireSame() {
    long before = clock.millis();
    return redis
        .send(Request.cmd(Command.TIME))
        .map(
            time -> {
              require(before, millis(time), clock.millis());
              return null;
            });
  }

  private static long millis(Response time) {
    return TimeUnit.SECONDS.toMillis(time.get(0).toLong())
        + TimeUnit.MICROSECONDS.toMillis(time.get(1).toLong());
  }

  // Redis looked at its clock at some time between the two looks at this one.
  private void require(long before, long there, long after) {
    if (before - there > maxSkewMillis) {
      throw new IllegalStateException(
          "this clock is " + (before - there) + " ms ahead of that of Redis");
    }
    if (there - after > maxSkewMillis) {
      throw new IllegalStateException(
          "this clock is " + (there - after) + " ms behind that of Redis");
    }
  }
}
