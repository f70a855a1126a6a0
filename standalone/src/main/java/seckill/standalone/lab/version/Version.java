package seckill.standalone.lab.version;

import io.vertx.core.Future;
import seckill.standalone.lab.redis.Line;

/** One way to sell single units to many who come at the same time. */
public interface Version {
  /** Puts so many units on sale, and takes away whatever was there before. */
  Future<Void> open(Line line, int units);

  /**
   * Tries to buy one unit.
   *
   * @param line the buyer's own connection, for one press at a time
   */
  Future<Answer> buy(Line line, Press press);

  /** Looks at what is there. */
  Future<Shelf> look(Line line);
}
