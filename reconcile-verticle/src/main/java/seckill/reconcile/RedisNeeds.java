package seckill.reconcile;

import io.vertx.core.Future;
import java.util.List;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisRights;

/** The rights that the reconcile service needs in Redis; a test holds them against the code. */
final class RedisNeeds {
  static final List<String> COMMANDS =
      List.of(
              "ping info time eval evalsha set get exists type del unlink decr pexpire pexpireat pttl",
              "hget hmget hset hincrby sadd srem sismember smismember scard sscan",
              "xadd xlen xrange xpending xinfo|groups xinfo|stream")
          .stream()
          .flatMap(line -> List.of(line.split(" ")).stream())
          .toList();

  private RedisNeeds() {}

  /** Fails with all rights that are missing. */
  static Future<Void> require(RedisLink redis) {
    return new RedisRights(redis, "reconcile").require(COMMANDS, redis.keys().samples());
  }
}
