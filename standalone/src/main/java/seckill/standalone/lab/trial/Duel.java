package seckill.standalone.lab.trial;

import io.vertx.core.Future;
import java.util.List;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.redis.Step;
import seckill.standalone.lab.redis.StepLog;
import seckill.standalone.lab.redis.Turns;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.Shelf;
import seckill.standalone.lab.version.Version;
import seckill.standalone.lab.version.VersionKind;

/**
 * Two buyers, one unit, and their commands by turns: A, B, A, B. No luck in it.
 *
 * @param kind the version
 * @param steps every command, in order
 * @param tally of the two answers
 * @param left what was there afterwards
 */
public record Duel(VersionKind kind, List<Step> steps, Tally tally, Shelf left) {
  private static final int BUYERS = 2;

  /** Lets the two buy. */
  public static Duel fight(LabRedis redis, VersionKind kind) {
    return redis.await("the turns of " + kind, () -> fight(redis, kind, kind.make()));
  }

  private static Future<Duel> fight(LabRedis redis, VersionKind kind, Version version) {
    List<Press> presses = Press.crowd(BUYERS, BUYERS, 0);
    StepLog log = new StepLog();
    Tally tally = new Tally();
    return version
        .open(redis.keeper(), 1)
        .compose(open -> Future.all(redis.connect(), redis.connect()))
        .compose(
            lines -> {
              Turns turns = new Turns();
              for (int i = 0; i < BUYERS; i++) {
                Press press = presses.get(i);
                Line told = log.told(i == 0 ? "A" : "B", lines.resultAt(i));
                turns.add(told, line -> version.buy(line, press).onSuccess(tally::add));
              }
              return turns.run();
            })
        .compose(over -> version.look(redis.keeper()))
        .map(left -> new Duel(kind, log.steps(), tally, left));
  }
}
