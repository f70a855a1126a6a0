package seckill.sale;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.List;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;

/** Brings the terms of sales into force in Redis. */
final class TermsStore {
  private static final String IN_FORCE = "TOLD";

  private final RedisLink redis;
  private final PreheatStore preheats;
  private final SaleNews news;

  TermsStore(RedisLink redis, PreheatStore preheats, SaleNews news) {
    this.redis = redis;
    this.preheats = preheats;
    this.news = news;
  }

  /** Tells Redis the terms; whether they are in force there. All hear of units that this adds. */
  Future<Boolean> tell(SaleItem item) {
    List<String> arguments =
        List.of(
            Long.toString(item.epoch()),
            Long.toString(item.units()),
            Long.toString(item.spec().endAt().toEpochMilli()),
            Long.toString(preheats.expireAt(item)));
    SaleScript script = SaleScript.TERMS;
    return redis
        .eval(script.lua(), script.keys(RedisKeys.of(item.itemId())), arguments)
        .onSuccess(reply -> announce(item, reply))
        .map(reply -> IN_FORCE.equals(reply.get(0).toString()));
  }

  private void announce(SaleItem item, Response reply) {
    if (reply.get(2).toLong() > 0) {
      news.restocked(item.itemId());
    }
    if (reply.get(3).toInteger() == 1) {
      news.itemStatus(item.itemId(), item.status());
    }
  }
}
