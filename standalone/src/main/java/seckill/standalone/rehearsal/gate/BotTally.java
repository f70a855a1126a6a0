package seckill.standalone.rehearsal.gate;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts what each kind of script hears. Used on one event loop, read when that is over. */
final class BotTally {
  private final Map<BotKind, Map<String, Long>> heard = new EnumMap<>(BotKind.class);
  private final Map<BotKind, Integer> sizes = new EnumMap<>(BotKind.class);

  void joins(BotKind kind) {
    sizes.merge(kind, 1, Integer::sum);
    heard.computeIfAbsent(kind, first -> new TreeMap<>());
  }

  void heard(BotKind kind, String label) {
    heard.get(kind).merge(label, 1L, Long::sum);
  }

  Map<BotKind, Map<String, Long>> counts() {
    return heard;
  }

  /** How many scripts of a kind there are. */
  int size(BotKind kind) {
    return sizes.getOrDefault(kind, 0);
  }

  /** How often a kind was answered by what stands behind the limit that holds it back. */
  long notLimited(BotKind kind) {
    boolean saleFirst = kind.limit() == BotKind.Limit.WINDOW;
    return heard.getOrDefault(kind, Map.of()).entrySet().stream()
        .filter(count -> !count.getKey().equals(Heard.LIMITED))
        .filter(count -> !saleFirst || !Heard.OF_THE_SALE.contains(count.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    heard.forEach(
        (kind, counts) ->
            lines.add(
                String.format(
                    Locale.ROOT,
                    "%-20s %5d  %s",
                    name(kind),
                    sizes.get(kind),
                    counts.entrySet().stream()
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", ")))));
    return lines;
  }

  static String name(BotKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
