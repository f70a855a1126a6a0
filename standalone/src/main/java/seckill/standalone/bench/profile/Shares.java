package seckill.standalone.bench.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sums weights by name, and tells each as a share of the whole. */
final class Shares {
  private static final double PERCENT = 100;

  private final Map<String, Long> weights = new HashMap<>();
  private long total;

  void add(String name, long weight) {
    weights.merge(name, weight, Long::sum);
    total += weight;
  }

  long total() {
    return total;
  }

  /** The heaviest names, the heaviest first. */
  List<String> heaviest(int most) {
    return weights.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The share of a name in percent. */
  String percent(String name) {
    double weight = weights.getOrDefault(name, 0L);
    return String.format(Locale.ROOT, "%.1f", total == 0 ? 0 : weight * PERCENT / total);
  }

  /**
   * Rows of the heaviest names: name, share, and the shares that the others have of the same name.
   */
  List<List<String>> rows(int most, Shares... others) {
    List<List<String>> rows = new ArrayList<>();
    for (String name : heaviest(most)) {
      List<String> row = new ArrayList<>(List.of(name, percent(name)));
      for (Shares other : others) {
        row.add(other.percent(name));
      }
      rows.add(row);
    }
    return rows;
  }
}
