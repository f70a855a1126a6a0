package seckill.standalone.lab.trial;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the stock after every single command, because it hears of every command in the order in
 * which Redis carries them out. Nothing escapes it, as it would somebody who looks now and then.
 */
public final class StockWatcher {
  private static final Pattern HEARD =
      Pattern.compile("^(\\d+)\\.(\\d+) \\[[^]]*\\] \"(\\w+)\" \"([^\"]*)\"(?: \"([^\"]*)\")?.*");
  private static final Map<String, Integer> CHANGES = Map.of("DECR", -1, "INCR", 1);
  private static final long MICROS = TimeUnit.SECONDS.toMicros(1);

  private final String key;
  private final String mark;
  private final Promise<Void> over = Promise.promise();
  private long stock;
  private long lowest;
  private long moments;
  private long stretches;
  private long belowMicros;
  private long belowSince;

  /**
   * @param key of the stock
   * @param mark the argument of an ECHO that ends the watch
   */
  StockWatcher(String key, String mark) {
    this.key = key;
    this.mark = mark;
  }

  /** Takes a line of MONITOR. */
  void hear(String line) {
    Matcher heard = HEARD.matcher(line);
    if (!heard.matches()) {
      return;
    }
    long micros = Long.parseLong(heard.group(1)) * MICROS + Long.parseLong(heard.group(2));
    String command = heard.group(3).toUpperCase(Locale.ROOT);
    if (command.equals("ECHO") && heard.group(4).equals(mark)) {
      over.tryComplete();
    } else if (heard.group(4).equals(key)) {
      if (command.equals("SET")) {
        stock = Long.parseLong(heard.group(5));
      } else {
        change(CHANGES.getOrDefault(command, 0), micros);
      }
    }
  }

  private void change(int by, long micros) {
    if (stock >= 0 && stock + by < 0) {
      stretches++;
      belowSince = micros;
    } else if (stock < 0 && stock + by >= 0) {
      belowMicros += micros - belowSince;
    }
    stock += by;
    lowest = Math.min(lowest, stock);
    if (stock < 0 && by < 0) {
      moments++;
    }
  }

  /** Succeeds when the mark was heard. */
  Future<Void> over() {
    return over.future();
  }

  /** What was seen so far. */
  Seen seen() {
    return new Seen(moments, stretches, lowest, belowMicros, stock);
  }

  /**
   * What the watcher saw.
   *
   * @param moments commands that left the stock below zero
   * @param stretches how often it went there from zero or above
   * @param lowest stock
   * @param micros that it stood there, in sum
   * @param last stock
   */
  public record Seen(long moments, long stretches, long lowest, long micros, long last) {}
}
