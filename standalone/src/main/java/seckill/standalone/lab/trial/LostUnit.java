package seckill.standalone.lab.trial;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.util.List;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.redis.Step;
import seckill.standalone.lab.redis.StepLog;
import seckill.standalone.lab.version.Answer;
import seckill.standalone.lab.version.LabKeys;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.Shelf;
import seckill.standalone.lab.version.Version;
import seckill.standalone.lab.version.VersionKind;

/**
 * One unit, V4, and a connection that is cut after the decrement and before the give-back: the unit
 * is sold and returned later, and then nobody can buy it.
 *
 * @param steps every command, in order
 * @param afterCut stock when the give-back has not arrived
 * @param last what the last buyer is told, although nobody holds the unit
 * @param left what is there in the end
 */
public record LostUnit(List<Step> steps, long afterCut, Answer.Verdict last, Shelf left) {
  private static final int UNITS = 1;

  /** Units that are neither held nor for sale, nor ever will be. */
  public long lost() {
    return UNITS - left.stock();
  }

  /** Cuts the connection. */
  public static LostUnit lose(LabRedis redis) {
    return redis.await("the cut connection", () -> new Story(redis).tell());
  }

  private static final class Story {
    private final LabRedis redis;
    private final StepLog log = new StepLog();
    private final Version version = VersionKind.V4.make();
    private final List<Press> presses = Press.crowd(3, 3, 0);
    private final Promise<Void> ended = Promise.promise();
    private long afterCut;

    Story(LabRedis redis) {
      this.redis = redis;
    }

    Future<LostUnit> tell() {
      Line keeper = redis.keeper();
      return version
          .open(keeper, UNITS)
          .compose(open -> version.buy(log.told("A", keeper), presses.get(0)))
          .compose(bought -> redis.connect(ended::complete))
          .compose(this::buyAndBeCut)
          .compose(cut -> version.look(keeper))
          .compose(
              shelf -> {
                afterCut = shelf.stock();
                return log.told("A", keeper).send("INCR", LabKeys.STOCK);
              })
          .compose(returned -> version.buy(log.told("C", keeper), presses.get(2)))
          .compose(
              answer ->
                  version
                      .look(keeper)
                      .map(left -> new LostUnit(log.steps(), afterCut, answer.verdict(), left)));
    }

    private Future<Void> buyAndBeCut(Line line) {
      return line.send("CLIENT", "ID")
          .map(Response::toString)
          .compose(
              id -> {
                Line cut = (command, arguments) -> cutBeforeGiving(command, arguments, line, id);
                return version.buy(log.told("B", cut), presses.get(1));
              })
          .transform(
              told ->
                  told.succeeded()
                      ? Future.failedFuture("the give-back arrived over a cut connection")
                      : Future.succeededFuture());
    }

    // The server ends the connection before the give-back is written.
    private Future<Response> cutBeforeGiving(
        String command, List<String> arguments, Line line, String clientId) {
      if (!command.equals("INCR")) {
        return line.send(command, arguments);
      }
      return redis
          .keeper()
          .send("CLIENT", "KILL", "ID", clientId)
          .compose(killed -> ended.future())
          .compose(gone -> line.send(command, arguments));
    }
  }
}
