package seckill.standalone.lab.version;

import io.vertx.core.Future;
import seckill.standalone.lab.redis.Line;

/** Decrements first, and gives back what was taken below zero: if the give-back arrives. */
final class GiveBack extends PlainStock {
  private static final Answer REFUSED = new Answer(Answer.Verdict.SOLD_OUT, 0, 1);

  @Override
  public Future<Answer> buy(Line line, Press press) {
    return line.send("DECR", LabKeys.STOCK)
        .compose(
            left ->
                left.toLong() >= 0
                    ? Future.succeededFuture(Answer.sold(true))
                    : line.send("INCR", LabKeys.STOCK).map(REFUSED));
  }
}
