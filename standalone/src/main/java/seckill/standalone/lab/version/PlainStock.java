package seckill.standalone.lab.version;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import seckill.standalone.lab.redis.Line;

/** The versions that have a stock and nothing else: no users, no orders. */
abstract class PlainStock implements Version {
  @Override
  public Future<Void> open(Line line, int units) {
    return line.send("SET", LabKeys.STOCK, Integer.toString(units)).mapEmpty();
  }

  @Override
  public Future<Shelf> look(Line line) {
    return line.send("GET", LabKeys.STOCK).map(units -> new Shelf(units.toLong(), 0));
  }

  static boolean isAny(Response units) {
    return units != null && units.toLong() > 0;
  }
}
