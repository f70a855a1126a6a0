package seckill.standalone.lab.redis;

import io.vertx.core.AsyncResult;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** Writes down what is sent over lines, in the order of the replies. */
public final class StepLog {
  private final List<Step> steps = new ArrayList<>();

  /** A line whose commands are written down before their reply is heard. */
  public Line told(String who, Line line) {
    return (command, arguments) ->
        line.send(command, arguments)
            .onComplete(reply -> steps.add(new Step(who, text(command, arguments), text(reply))));
  }

  // What a script is given says nothing to a reader.
  private static String text(String command, List<String> arguments) {
    return arguments.isEmpty() || command.startsWith("EVAL") ? command : command + " stock";
  }

  private static String text(AsyncResult<Response> reply) {
    if (reply.failed()) {
      return Step.LOST;
    }
    return reply.result() == null ? "nil" : reply.result().toString();
  }

  /** What was sent so far. */
  public List<Step> steps() {
    return List.copyOf(steps);
  }
}
