package seckill.standalone.lab.redis;

import java.util.HashMap;
import java.util.Map;

/** Counts the commands that were sent, by name; belongs to one event loop. */
public final class Traffic {
  private final Map<String, long[]> counts = new HashMap<>();

  /** Counts every command of a line, as it is sent. */
  public Line counted(Line line) {
    return (command, arguments) -> {
      counts.computeIfAbsent(command, first -> new long[1])[0]++;
      return line.send(command, arguments);
    };
  }

  /** Begins at zero again. */
  public void reset() {
    counts.clear();
  }

  /** Commands sent since the last reset, by name in upper case. */
  public Map<String, Long> sent() {
    Map<String, Long> sent = new HashMap<>();
    counts.forEach((command, count) -> sent.put(command, count[0]));
    return sent;
  }
}
