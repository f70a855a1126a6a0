package seckill.standalone.lab.trial;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import seckill.standalone.lab.redis.CommandStats;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.Version;

/** Lets clients buy at the same time, each one press after the other until none is left. */
final class Race {
  private final LabRedis redis;
  private final Version version;
  private final List<Press> presses;
  private final Tally tally = new Tally();
  private final Promise<Void> over = Promise.promise();
  private int next;
  private int running;

  private Race(LabRedis redis, Version version, List<Press> presses) {
    this.redis = redis;
    this.version = version;
    this.presses = presses;
  }

  /**
   * Sells.
   *
   * @param version a new one
   * @param lines one connection per client
   */
  static Future<Sale> run(
      LabRedis redis, Version version, List<Line> lines, int units, List<Press> presses) {
    return version
        .open(redis.keeper(), units)
        .compose(open -> redis.stats())
        .compose(before -> new Race(redis, version, presses).start(lines, units, before));
  }

  private Future<Sale> start(List<Line> lines, int units, CommandStats before) {
    redis.traffic().reset();
    running = lines.size();
    long since = System.nanoTime();
    lines.forEach(this::press);
    return over.future()
        .compose(
            done -> {
              long nanos = System.nanoTime() - since;
              return redis
                  .stats()
                  .compose(
                      after ->
                          version
                              .look(redis.keeper())
                              .map(
                                  left ->
                                      new Sale(
                                          units,
                                          nanos,
                                          tally,
                                          redis.traffic().sent(),
                                          after.since(before),
                                          left)));
            });
  }

  private void press(Line line) {
    if (next == presses.size() || over.future().isComplete()) {
      if (--running == 0) {
        over.tryComplete();
      }
      return;
    }
    version
        .buy(line, presses.get(next++))
        .onFailure(over::tryFail)
        .onSuccess(
            answer -> {
              tally.add(answer);
              press(line);
            });
  }
}
