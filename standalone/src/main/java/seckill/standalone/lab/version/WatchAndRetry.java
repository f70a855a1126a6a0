package seckill.standalone.lab.version;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import seckill.standalone.lab.redis.Line;

/**
 * Reads under WATCH and writes in MULTI: Redis drops the transaction if anybody else wrote in
 * between, and the buyer begins again.
 *
 * <p>Commands that need no answer before the next are sent together, as a good client would.
 */
final class WatchAndRetry extends PlainStock {
  @Override
  public Future<Answer> buy(Line line, Press press) {
    Promise<Answer> answer = Promise.promise();
    attempt(line, 0, answer);
    return answer.future();
  }

  // Not a chain of futures: it would be as long as there are retries.
  private void attempt(Line line, int retries, Promise<Answer> answer) {
    line.send("WATCH", LabKeys.STOCK);
    line.send("GET", LabKeys.STOCK)
        .compose(units -> isAny(units) ? take(line) : leave(line))
        .onFailure(answer::fail)
        .onSuccess(
            done -> {
              if (done == Attempt.OVERTAKEN) {
                attempt(line, retries + 1, answer);
              } else {
                Answer.Verdict verdict =
                    done == Attempt.TAKEN ? Answer.Verdict.SOLD : Answer.Verdict.SOLD_OUT;
                answer.complete(new Answer(verdict, retries, 0));
              }
            });
  }

  private enum Attempt {
    TAKEN,
    OVERTAKEN,
    NONE_LEFT
  }

  private static Future<Attempt> take(Line line) {
    line.send("MULTI");
    line.send("DECR", LabKeys.STOCK);
    Future<Response> done = line.send("EXEC");
    return done.map(replies -> replies == null ? Attempt.OVERTAKEN : Attempt.TAKEN);
  }

  private static Future<Attempt> leave(Line line) {
    return line.send("UNWATCH").map(Attempt.NONE_LEFT);
  }
}
