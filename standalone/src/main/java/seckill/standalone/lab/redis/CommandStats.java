package seckill.standalone.lab.redis;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often Redis has carried out each command, whoever asked for it: a client or a script.
 *
 * @param calls by name in upper case
 */
public record CommandStats(Map<String, Long> calls) {
  private static final Pattern LINE =
      Pattern.compile("^cmdstat_([^:]+):calls=(\\d+)", Pattern.MULTILINE);

  /** Reads the section {@code commandstats} of INFO. */
  public static CommandStats read(String info) {
    Map<String, Long> calls = new HashMap<>();
    Matcher line = LINE.matcher(info);
    while (line.find()) {
      calls.put(line.group(1).toUpperCase(Locale.ROOT), Long.parseLong(line.group(2)));
    }
    return new CommandStats(calls);
  }

  /** What was carried out since an earlier look; without the looks themselves. */
  public Map<String, Long> since(CommandStats earlier) {
    Map<String, Long> more = new HashMap<>();
    calls.forEach(
        (command, count) -> {
          long before = earlier.calls.getOrDefault(command, 0L);
          if (count > before && !command.equals("INFO")) {
            more.put(command, count - before);
          }
        });
    return more;
  }

  /**
   * Commands that scripts carried out: those that Redis has done and no client has sent.
   *
   * @param done since an earlier look
   * @param sent by clients in the same time
   */
  public static long inside(Map<String, Long> done, Map<String, Long> sent) {
    return done.entrySet().stream()
        .mapToLong(entry -> Math.max(0, entry.getValue() - sent.getOrDefault(entry.getKey(), 0L)))
        .sum();
  }
}
