package seckill.standalone.rehearsal.gate;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds up how the counters {@code seckill_gate_total{layer,outcome}} of several services grow, also
 * when one of them starts anew in between.
 */
final class GateCounters {
  private static final Pattern LINE =
      Pattern.compile("(?m)^seckill_gate_total\\{([^}]*)}\\s+([0-9.eE+]+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  private final Map<String, Map<Key, Long>> last = new HashMap<>();
  private final Map<Key, Long> grown = new HashMap<>();
  private int restarts;

  private record Key(String layer, String outcome) {}

  /**
   * Notes what a service counts now; its first page is where growth begins.
   *
   * @param service any name that tells services apart
   * @param page its metrics in the text format of Prometheus
   */
  void note(String service, String page) {
    Map<Key, Long> now = parse(page);
    Map<Key, Long> before = last.put(service, now);
    if (before == null) {
      now.keySet().forEach(key -> grown.putIfAbsent(key, 0L));
      return;
    }
    boolean restarted =
        before.entrySet().stream()
            .anyMatch(old -> now.getOrDefault(old.getKey(), 0L) < old.getValue());
    if (restarted) {
      restarts++;
    }
    now.forEach(
        (key, count) ->
            grown.merge(key, restarted ? count : count - before.getOrDefault(key, 0L), Long::sum));
  }

  private static Map<Key, Long> parse(String page) {
    Map<Key, Long> counts = new HashMap<>();
    Matcher line = LINE.matcher(page);
    while (line.find()) {
      Map<String, String> labels = new HashMap<>();
      Matcher label = LABEL.matcher(line.group(1));
      while (label.find()) {
        labels.put(label.group(1), label.group(2));
      }
      Key key = new Key(labels.get("layer"), labels.get("outcome"));
      counts.merge(key, (long) Double.parseDouble(line.group(2)), Long::sum);
    }
    return counts;
  }

  /** How often a service was found to have started anew; some of its counts are missing then. */
  int restarts() {
    return restarts;
  }

  /** How much was counted, by layer and outcome. */
  Map<String, Map<String, Long>> counts() {
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    grown.forEach(
        (key, count) ->
            counts
                .computeIfAbsent(key.layer(), layer -> new TreeMap<>())
                .put(key.outcome(), count));
    return counts;
  }
}
