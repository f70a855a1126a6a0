package seckill.runtime.inbound;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts refusals of one kind by their reason, and tells of them in the log: the first at once, and
 * from then on at most one line per interval with the counts since the last. Thread-safe.
 */
public final class RefusalLog {
  private final Counters counters;
  private final Timer timer;
  private final Consumer<String> log;
  private final Map<String, Long> untold = new TreeMap<>();
  private String latest;
  private boolean waiting;

  /** Counts one refusal under its reason. */
  @FunctionalInterface
  interface Counters {
    void increment(String reason);
  }

  /** Runs something once after the interval. */
  @FunctionalInterface
  interface Timer {
    void start(Runnable due);
  }

  RefusalLog(Counters counters, Timer timer, Consumer<String> log) {
    this.counters = counters;
    this.timer = timer;
    this.log = log;
  }

  /**
   * Counts a refusal.
   *
   * @param reason one of a few
   * @param detail one sentence that holds nothing secret
   */
  public void count(String reason, String detail) {
    counters.increment(reason);
    String line = note(reason, detail);
    if (line != null) {
      log.accept(line);
      timer.start(this::due);
    }
  }

  private synchronized String note(String reason, String detail) {
    untold.merge(reason, 1L, Long::sum);
    latest = detail;
    if (waiting) {
      return null;
    }
    waiting = true;
    return takeLine();
  }

  private void due() {
    String line = next();
    if (line != null) {
      log.accept(line);
      timer.start(this::due);
    }
  }

  private synchronized String next() {
    waiting = !untold.isEmpty();
    return waiting ? takeLine() : null;
  }

  private String takeLine() {
    long all = untold.values().stream().mapToLong(Long::longValue).sum();
    String line = all + " " + untold + ", the last: " + latest;
    untold.clear();
    return line;
  }
}
