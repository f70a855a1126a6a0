package seckill.standalone.rehearsal.gate;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import seckill.contract.Outcome;

/**
 * How many came to each layer of the gate, how many it let through, and how many it refused.
 *
 * @param rows in the order of the layers
 */
record GateFunnel(List<Row> rows) {
  /** The layers that a purchase passes, in their order; others are told after them. */
  static final List<String> LAYERS =
      List.of(
          "address",
          "blacklist",
          "address-limit",
          "switch",
          "sold-out",
          "token",
          "blacklist-user",
          "risk",
          "bucket",
          "challenge",
          "breaker",
          "window",
          "lapses",
          "reservation",
          "admission",
          "stock",
          "challenge-pass");

  private static final String PASSED = "PASSED";
  private static final String GONE = "GONE";
  private static final Set<String> SUCCESSES =
      Set.of(PASSED, Outcome.ACCEPTED.name(), Outcome.PENDING.name());

  /**
   * One layer.
   *
   * @param passed of those who entered, by label
   * @param refused of those who entered, by outcome
   */
  record Row(String layer, Map<String, Long> passed, Map<String, Long> refused) {
    long passes() {
      return sum(passed);
    }

    long refusals() {
      return sum(refused);
    }

    long entered() {
      return passes() + refusals();
    }

    private static long sum(Map<String, Long> counts) {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    // PASSED alone says nothing that the column does not say.
    private String labels() {
      return Stream.concat(
              refused.entrySet().stream(),
              passed.entrySet().stream().filter(label -> !label.getKey().equals(PASSED)))
          .filter(count -> count.getValue() > 0)
          .map(count -> count.getKey() + " " + count.getValue())
          .collect(Collectors.joining(", "));
    }
  }

  /** Makes the funnel out of counts by layer and outcome. */
  static GateFunnel of(Map<String, Map<String, Long>> counts) {
    return new GateFunnel(
        counts.entrySet().stream()
            .filter(layer -> LAYERS.contains(layer.getKey()) || isUsed(layer.getValue()))
            .sorted(Comparator.comparing(layer -> rank(layer.getKey())))
            .map(layer -> row(layer.getKey(), layer.getValue()))
            .toList());
  }

  private static boolean isUsed(Map<String, Long> counts) {
    return counts.values().stream().anyMatch(count -> count > 0);
  }

  private static String rank(String layer) {
    int index = LAYERS.indexOf(layer);
    return String.format(Locale.ROOT, "%03d%s", index < 0 ? LAYERS.size() : index, layer);
  }

  private static Row row(String layer, Map<String, Long> counts) {
    Map<String, Long> passed = new TreeMap<>();
    Map<String, Long> refused = new TreeMap<>();
    counts.forEach((outcome, count) -> (passes(outcome) ? passed : refused).put(outcome, count));
    return new Row(layer, passed, refused);
  }

  // A label that is no outcome is one of those that a layer lets through under.
  private static boolean passes(String label) {
    boolean outcome = Stream.of(Outcome.values()).anyMatch(known -> known.name().equals(label));
    return SUCCESSES.contains(label) || !outcome && !label.equals(GONE);
  }

  /** The layers that nobody came to, of those that a purchase passes. */
  List<String> missing() {
    List<String> seen = rows.stream().filter(row -> row.entered() > 0).map(Row::layer).toList();
    return LAYERS.stream().filter(layer -> !seen.contains(layer)).toList();
  }

  /** A table for a person. */
  List<String> lines() {
    int width = rows.stream().mapToInt(row -> row.layer().length()).max().orElse(0);
    String format = "%-" + Math.max(width, "layer".length()) + "s %10s %10s %10s  %s";
    List<String> lines = new ArrayList<>();
    lines.add(line(format, "layer", "entered", "passed", "refused", "with"));
    for (Row row : rows) {
      lines.add(
          line(format, row.layer(), row.entered(), row.passes(), row.refusals(), row.labels()));
    }
    return lines;
  }

  private static String line(String format, Object... columns) {
    return String.format(Locale.ROOT, format, columns).stripTrailing();
  }

  /** The same for machines. */
  JsonArray toJson() {
    JsonArray json = new JsonArray();
    for (Row row : rows) {
      json.add(
          new JsonObject()
              .put("layer", row.layer())
              .put("entered", row.entered())
              .put("passed", row.passes())
              .put("refused", row.refusals())
              .put("passedAs", new JsonObject(new LinkedHashMap<>(row.passed())))
              .put("refusedWith", new JsonObject(new LinkedHashMap<>(row.refused()))));
    }
    return json;
  }
}
