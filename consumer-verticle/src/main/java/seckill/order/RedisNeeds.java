package seckill.order;

import io.vertx.core.Future;
import java.util.List;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisRights;

/** The rights that the consumer needs in Redis; a test holds them against the code. */
final class RedisNeeds {
  static final List<String> COMMANDS =
      List.of(
              "ping info time eval evalsha set exists type hget hexists smembers",
              "xadd xdel xtrim xrange xack xpending xautoclaim xreadgroup",
              "xgroup|create xgroup|delconsumer xinfo|groups xinfo|consumers")
          .stream()
          .flatMap(line -> List.of(line.split(" ")).stream())
          .toList();

  private RedisNeeds() {}

  /** Fails with all rights that are missing. */
  static Future<Void> require(RedisLink redis) {
    return new RedisRights(redis, "consumer").require(COMMANDS, redis.keys().samples());
  }
}
