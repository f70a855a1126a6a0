package seckill.sale.reservation;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import seckill.runtime.RedisLink;

/** Who registered for what, in Redis, where the purchase script looks. */
final class ReservedSet {
  private final RedisLink redis;

  ReservedSet(RedisLink redis) {
    this.redis = redis;
  }

  /**
   * Enters users.
   *
   * @param expireAt until when the set is kept, epoch milliseconds
   */
  Future<Void> add(long itemId, List<String> userIds, long expireAt) {
    String key = redis.keys().of(itemId).reserved();
    Request add = Request.cmd(Command.SADD).arg(key);
    userIds.forEach(add::arg);
    Future<Response> added = redis.send(add);
    Future<Response> kept = redis.send(Request.cmd(Command.PEXPIREAT).arg(key).arg(expireAt));
    return Future.join(added, kept).mapEmpty();
  }

  /** Takes a user out. */
  Future<Void> remove(long itemId, String userId) {
    return redis
        .send(Request.cmd(Command.SREM).arg(redis.keys().of(itemId).reserved()).arg(userId))
        .mapEmpty();
  }

  /** How many users are in it. */
  Future<Long> size(long itemId) {
    return redis
        .send(Request.cmd(Command.SCARD).arg(redis.keys().of(itemId).reserved()))
        .map(Response::toLong);
  }
}
