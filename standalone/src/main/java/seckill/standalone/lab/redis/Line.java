package seckill.standalone.lab.redis;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import seckill.runtime.LuaScript;

/** One connection to Redis: commands are written at once and answered in their order. */
@FunctionalInterface
public interface Line {
  /**
   * Sends one command.
   *
   * @return its reply, {@code null} for nil; fails with the error that Redis answered, or if the
   *     connection ends first
   */
  Future<Response> send(String command, List<String> arguments);

  /** Sends one command. */
  default Future<Response> send(String command, String... arguments) {
    return send(command, List.of(arguments));
  }

  /** Tells Redis a script, so that {@link #run} is one command each time. */
  default Future<Void> load(LuaScript script) {
    return send("SCRIPT", "LOAD", script.source()).mapEmpty();
  }

  /** Runs a script that Redis has been told. */
  default Future<Response> run(LuaScript script, List<String> keys, List<String> arguments) {
    List<String> call = new ArrayList<>(2 + keys.size() + arguments.size());
    call.add(script.sha1());
    call.add(Integer.toString(keys.size()));
    call.addAll(keys);
    call.addAll(arguments);
    return send("EVALSHA", call);
  }
}
