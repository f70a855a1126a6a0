package seckill.standalone.lab.trial;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.version.LabKeys;
import seckill.standalone.lab.version.LabScript;

/**
 * One user who presses twice as often as allowed just before the edge of a window, just after it,
 * and a window after the first time; before a limiter whose count begins anew at the edge, and
 * before the till's own. Both scripts are given the time, so that nothing depends on the machine.
 *
 * @param bursts in order
 */
public record EdgeBurst(List<Burst> bursts) {
  /** Presses that may pass within a window. */
  public static final int LIMIT = 10;

  /** How long a window is. */
  public static final long WINDOW_MILLIS = 60_000;

  private static final int PRESSES = 2 * LIMIT;
  private static final long BEFORE_MILLIS = 100;
  private static final List<Long> OFFSETS =
      List.of(-BEFORE_MILLIS, BEFORE_MILLIS, WINDOW_MILLIS - BEFORE_MILLIS);

  /** An edge of the windows: any multiple of their length. */
  private static final long EDGE_MILLIS = 30_000_000 * WINDOW_MILLIS;

  /**
   * Presses at one time.
   *
   * @param offsetMillis from the edge
   * @param presses of the user
   * @param fixed that passed the window that begins anew
   * @param sliding that passed the sliding window
   */
  public record Burst(long offsetMillis, int presses, int fixed, int sliding) {}

  /** What passed in the two bursts around the edge. */
  public int fixedAtEdge() {
    return bursts.get(0).fixed() + bursts.get(1).fixed();
  }

  /** What passed in the two bursts around the edge. */
  public int slidingAtEdge() {
    return bursts.get(0).sliding() + bursts.get(1).sliding();
  }

  /** Presses. */
  public static EdgeBurst press(LabRedis redis) {
    Line line = redis.keeper();
    return redis.await(
        "the bursts at the edge",
        () ->
            Future.all(
                    line.send("DEL", LabKeys.FIXED_WINDOW, LabKeys.SLIDING_WINDOW),
                    line.load(LabScript.FIXED_WINDOW.lua()),
                    line.load(LabScript.SLIDING_WINDOW.lua()))
                .compose(ready -> bursts(line)));
  }

  private static Future<EdgeBurst> bursts(Line line) {
    List<Future<Burst>> bursts = new ArrayList<>();
    // One connection answers in order, so nothing has to wait.
    for (long offset : OFFSETS) {
      Future<Integer> fixed = passed(line, LabScript.FIXED_WINDOW, LabKeys.FIXED_WINDOW, offset);
      Future<Integer> sliding =
          passed(line, LabScript.SLIDING_WINDOW, LabKeys.SLIDING_WINDOW, offset);
      bursts.add(
          Future.all(fixed, sliding)
              .map(both -> new Burst(offset, PRESSES, fixed.result(), sliding.result())));
    }
    return Future.all(bursts).map(all -> new EdgeBurst(all.list()));
  }

  private static Future<Integer> passed(Line line, LabScript script, String key, long offset) {
    List<String> arguments =
        List.of(
            Integer.toString(LIMIT),
            Long.toString(WINDOW_MILLIS),
            Long.toString(EDGE_MILLIS + offset));
    List<Future<Integer>> presses = new ArrayList<>();
    for (int i = 0; i < PRESSES; i++) {
      presses.add(
          line.run(script.lua(), List.of(key), arguments)
              .map(refused -> refused.size() == 0 ? 1 : 0));
    }
    return Future.all(presses)
        .map(all -> all.<Integer>list().stream().mapToInt(Integer::intValue).sum());
  }
}
