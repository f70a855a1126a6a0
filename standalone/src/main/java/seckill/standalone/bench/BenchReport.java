package seckill.standalone.bench;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import seckill.standalone.process.Machine;

/** All figures of a benchmark, and how they are shown. */
public final class BenchReport {
  private final Map<String, Map<String, Figure>> parts = new LinkedHashMap<>();
  private final List<String> goals = new ArrayList<>();

  /** Adds the figures of one part. */
  void add(String part, Map<String, Figure> figures) {
    parts.put(part, figures);
  }

  /** Adds a ratio of two medians and what it should be at least. */
  void goal(String what, double ratio, double atLeast) {
    goals.add(
        String.format(
            Locale.ROOT,
            "| %s | %.3f | %.2f | %s |",
            what,
            ratio,
            atLeast,
            ratio >= atLeast ? "met" : "missed"));
  }

  /** The report as Markdown lines. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Machine: " + Machine.describe());
    lines.add("");
    lines.add("| ratio | measured | goal | |");
    lines.add("| --- | --- | --- | --- |");
    lines.addAll(goals);
    for (Map.Entry<String, Map<String, Figure>> part : parts.entrySet()) {
      lines.add("");
      lines.add("**" + part.getKey() + "**");
      lines.add("");
      lines.add("| figure | median (min – max) | rounds |");
      lines.add("| --- | --- | --- |");
      part.getValue()
          .forEach(
              (name, figure) ->
                  lines.add("| " + name + " | " + figure + " | " + figure.rounds() + " |"));
    }
    return lines;
  }

  /** The report for machines. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject().put("machine", Machine.describe());
    parts.forEach(
        (part, figures) -> {
          JsonObject values = new JsonObject();
          figures.forEach(
              (name, figure) ->
                  values.put(
                      name,
                      new JsonObject()
                          .put("median", figure.median())
                          .put("min", figure.min())
                          .put("max", figure.max())
                          .put("rounds", figure.rounds())));
          json.put(part, values);
        });
    return json;
  }
}
