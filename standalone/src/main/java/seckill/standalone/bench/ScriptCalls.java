package seckill.standalone.bench;

import java.io.IOException;
import java.util.List;

/** Calls a script in Redis again and again, on many connections at once. */
interface ScriptCalls {
  /** What an argument holds where each call is to have a random number of twelve digits. */
  String RANDOM = "__rand_int__";

  /** What it is, for the report. */
  String name();

  /**
   * Calls per second.
   *
   * @param command with {@link #RANDOM} in it
   * @param calls in all
   * @param pipeline calls that each connection sends before it reads
   */
  double perSecond(int port, List<String> command, int calls, int pipeline)
      throws IOException, InterruptedException;

  /** {@code redis-benchmark} if it is on PATH, or else a client of the benchmark's own. */
  static ScriptCalls choose(int connections) {
    return Programs.has(RedisBenchmark.PROGRAM)
        ? new RedisBenchmark(connections)
        : new OwnScriptCalls(connections);
  }
}
