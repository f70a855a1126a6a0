package seckill.sale;

import io.vertx.core.Future;
import java.util.List;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisRights;

/** The rights that the seckill service needs in Redis; a test holds them against the code. */
final class RedisNeeds {
  static final List<String> COMMANDS =
      List.of(
              "ping info time eval evalsha",
              "set get exists type del unlink incr incrby decr decrby pttl pexpire pexpireat",
              "hget hmget hgetall hexists hset hsetnx hdel hincrby hlen hscan hrandfield",
              "sadd srem smembers sismember smismember scard sscan",
              "zadd zrem zcard zrank zrange zrangebyscore zmscore zremrangebyrank",
              "zremrangebyscore xadd xlen xrange xgroup|create xinfo|groups")
          .stream()
          .flatMap(line -> List.of(line.split(" ")).stream())
          .toList();

  private RedisNeeds() {}

  /** Fails with all rights that are missing. */
  static Future<Void> require(RedisLink redis) {
    return new RedisRights(redis, "seckill").require(COMMANDS, redis.keys().samples());
  }
}
