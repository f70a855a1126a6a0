package seckill.standalone.lab.trial;

import java.util.List;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.trial.StockWatcher.Seen;
import seckill.standalone.lab.version.LabKeys;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.VersionKind;

/**
 * A sale of V4 under the eyes of somebody who sees every command.
 *
 * @param seen by the watcher
 * @param sale as the clients know it
 */
public record Watched(Seen seen, Sale sale) {
  /** Which part of the sale's time the stock stood below zero, from 0 to 1. */
  public double shareBelowZero() {
    return seen.micros() * 1000.0 / sale.nanos();
  }

  /** Sells while somebody watches. */
  public static Watched sell(LabRedis redis, List<Line> lines, int units, List<Press> presses) {
    StockWatcher watcher = new StockWatcher(LabKeys.STOCK, presses.get(0).orderId());
    return redis.await(
        "the watched sale",
        () ->
            redis
                .monitor(watcher::hear)
                .compose(on -> Race.run(redis, VersionKind.V4.make(), lines, units, presses))
                .compose(
                    sale ->
                        redis
                            .keeper()
                            .send("ECHO", presses.get(0).orderId())
                            .compose(told -> watcher.over())
                            .map(seen -> new Watched(watcher.seen(), sale))));
  }
}
