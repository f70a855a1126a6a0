package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import seckill.runtime.RedisLink;

/** Keeps the list of live items in Redis. */
final class LiveItemStore {
  private final RedisLink redis;

  LiveItemStore(RedisLink redis) {
    this.redis = redis;
  }

  /** Makes the item known to consumers and the auditor. */
  Future<Void> announce(long itemId) {
    return redis
        .send(Request.cmd(Command.SADD).arg(redis.keys().liveItems()).arg(itemId))
        .mapEmpty();
  }

  /** Those of these items that stand in Redis and are not known to consumers and the auditor. */
  Future<List<Long>> unannounced(List<Long> itemIds) {
    Request listed = Request.cmd(Command.SMISMEMBER).arg(redis.keys().liveItems());
    itemIds.forEach(listed::arg);
    return redis.send(listed).compose(flags -> standing(missing(itemIds, flags)));
  }

  private static List<Long> missing(List<Long> itemIds, Response flags) {
    return IntStream.range(0, itemIds.size())
        .filter(i -> flags.get(i).toInteger() == 0)
        .mapToObj(itemIds::get)
        .toList();
  }

  private Future<List<Long>> standing(List<Long> itemIds) {
    List<Long> standing = new ArrayList<>();
    Future<Void> chain = Future.succeededFuture();
    for (long itemId : itemIds) {
      chain =
          chain
              .compose(asked -> redis.send(exists(redis.keys().of(itemId).item())))
              .map(
                  exists -> {
                    if (exists.toInteger() == 1) {
                      standing.add(itemId);
                    }
                    return null;
                  });
    }
    return chain.map(standing);
  }

  private static Request exists(String key) {
    return Request.cmd(Command.EXISTS).arg(key);
  }
}
