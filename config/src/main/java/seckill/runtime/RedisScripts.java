package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs scripts over one link: by their SHA-1, and by their text where it is not known. */
final class RedisScripts {
  private final Function<Request, Future<Response>> sender;
  private final Map<String, Long> textSent = new HashMap<>();
  private long calls;

  /**
   * @param sender sends a command; what was sent first is answered first
   */
  RedisScripts(Function<Request, Future<Response>> sender) {
    this.sender = sender;
  }

  Future<Response> eval(LuaScript script, List<String> keys, List<String> arguments) {
    long position = calls++;
    return sender
        .apply(request(Command.EVALSHA, script.sha1(), keys, arguments))
        .recover(
            cause ->
                cause instanceof ErrorType error && error.is("NOSCRIPT")
                    ? evalUnknown(script, keys, arguments, position)
                    : Future.failedFuture(cause));
  }

  // Many calls may be under way when the server forgets a script. The first to hear of it sends the
  // text; the others stood before it in the queue and find the script known on their second try.
  private Future<Response> evalUnknown(
      LuaScript script, List<String> keys, List<String> arguments, long position) {
    if (textSent.getOrDefault(script.sha1(), -1L) > position) {
      return eval(script, keys, arguments);
    }
    textSent.put(script.sha1(), calls++);
    return sender.apply(request(Command.EVAL, script.source(), keys, arguments));
  }

  private static Request request(
      Command command, String script, List<String> keys, List<String> arguments) {
    Request request = Request.cmd(command).arg(script).arg(keys.size());
    keys.forEach(request::arg);
    arguments.forEach(request::arg);
    return request;
  }
}
