package seckill.standalone.lab.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;

/**
 * Lets the commands of several buyers through by turns, one at a time, each only after the reply to
 * the one before. How they interleave is then no luck: every run is the same.
 *
 * <p>A turn comes only when every buyer who is not done has a command to send.
 */
public final class Turns {
  private final List<Buyer> buyers = new ArrayList<>();
  private int next;
  private boolean begun;
  private boolean underWay;

  /**
   * Adds a buyer.
   *
   * @param line that the buyer's commands go over when it is their turn
   * @param doing what the buyer does over the line that is handed in
   */
  public void add(Line line, Function<Line, Future<?>> doing) {
    buyers.add(new Buyer(line, doing));
  }

  /** Lets all buyers begin; succeeds once all are done. */
  public Future<Void> run() {
    List<Future<?>> done = new ArrayList<>();
    for (Buyer buyer : buyers) {
      done.add(buyer.doing.apply(buyer).onComplete(over -> leave(buyer)));
    }
    begun = true;
    go();
    return Future.join(done).mapEmpty();
  }

  private void leave(Buyer buyer) {
    buyer.gone = true;
    go();
  }

  private void go() {
    if (!begun || underWay || buyers.stream().anyMatch(Buyer::isThinking)) {
      return;
    }
    for (int i = 0; i < buyers.size(); i++) {
      int turn = (next + i) % buyers.size();
      Held held = buyers.get(turn).held.poll();
      if (held != null) {
        next = turn + 1;
        let(buyers.get(turn), held);
        return;
      }
    }
  }

  private void let(Buyer buyer, Held held) {
    underWay = true;
    buyer
        .line
        .send(held.command, held.arguments)
        .onComplete(
            (reply, failure) -> {
              underWay = false;
              held.reply.complete(reply, failure);
              go();
            });
  }

  private record Held(String command, List<String> arguments, Promise<Response> reply) {}

  private final class Buyer implements Line {
    private final Line line;
    private final Function<Line, Future<?>> doing;
    private final Queue<Held> held = new ArrayDeque<>();
    private boolean gone;

    Buyer(Line line, Function<Line, Future<?>> doing) {
      this.line = line;
      this.doing = doing;
    }

    boolean isThinking() {
      return !gone && held.isEmpty();
    }

    @Override
    public Future<Response> send(String command, List<String> arguments) {
      Promise<Response> reply = Promise.promise();
      held.add(new Held(command, arguments, reply));
      go();
      return reply.future();
    }
  }
}
