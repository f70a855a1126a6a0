package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.function.LongUnaryOperator;
import seckill.runtime.RedisLink;

/** Brings the terms of sales into force in Redis. */
final class TermsStore {
  private static final String IN_FORCE = "TOLD";

  private final RedisLink redis;
  private final LongUnaryOperator epochs;
  private final KeepTimes keep;
  private final SaleNews news;

  /**
   * @param epochs the epoch below which the state of an item does not count
   */
  TermsStore(RedisLink redis, LongUnaryOperator epochs, KeepTimes keep, SaleNews news) {
    this.redis = redis;
    this.epochs = epochs;
    this.keep = keep;
    this.news = news;
  }

  /** Tells Redis the terms; whether they are in force there. All hear of units that this adds. */
  Future<Boolean> tell(SaleItem item) {
    List<String> arguments =
        List.of(
            Long.toString(Math.max(item.epoch(), epochs.applyAsLong(item.itemId()))),
            Long.toString(item.units()),
            Long.toString(item.spec().endAt().toEpochMilli()),
            Long.toString(keep.expireAt(item.spec())));
    SaleScript script = SaleScript.TERMS;
    return redis
        .eval(script.lua(), script.keys(redis.keys().of(item.itemId())), arguments)
        .onSuccess(reply -> announce(item, reply))
        .map(reply -> IN_FORCE.equals(reply.get(0).toString()));
  }

  private void announce(SaleItem item, Response reply) {
    if (reply.get(4).toInteger() == 1) {
      news.opened(item.itemId());
    }
    if (reply.get(2).toLong() > 0) {
      news.restocked(item.itemId());
    }
    if (reply.get(3).toInteger() == 1) {
      news.itemStatus(item.itemId(), item.status());
    }
  }
}
