package seckill.standalone.lab.version;

import io.vertx.core.Future;
import seckill.standalone.lab.redis.Line;

/** Reads the stock, tests it here, decrements it there: what was read may be long untrue. */
final class ReadTestDecrement extends PlainStock {
  @Override
  public Future<Answer> buy(Line line, Press press) {
    return line.send("GET", LabKeys.STOCK)
        .compose(
            units ->
                isAny(units)
                    ? line.send("DECR", LabKeys.STOCK).map(left -> Answer.sold(true))
                    : Future.succeededFuture(Answer.sold(false)));
  }
}
