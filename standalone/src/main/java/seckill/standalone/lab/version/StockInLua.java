package seckill.standalone.lab.version;

import io.vertx.core.Future;
import java.util.List;
import seckill.standalone.lab.redis.Line;

/** Reads, tests and decrements in one script, which nothing comes between. */
final class StockInLua extends PlainStock {
  private static final List<String> KEYS = List.of(LabKeys.STOCK);

  @Override
  public Future<Void> open(Line line, int units) {
    return line.load(LabScript.STOCK.lua()).compose(told -> super.open(line, units));
  }

  @Override
  public Future<Answer> buy(Line line, Press press) {
    return line.run(LabScript.STOCK.lua(), KEYS, List.of())
        .map(sold -> Answer.sold(sold.toInteger() == 1));
  }
}
