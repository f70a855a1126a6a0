package seckill.standalone.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
  public List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("Machine: " + machine());
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
  public JsonObject toJson() throws IOException {
    JsonObject json = new JsonObject().put("machine", machine());
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

  private static String machine() throws IOException {
    String cpu = "unknown CPU";
    Path info = Path.of("/proc/cpuinfo");
    if (Files.isReadable(info)) {
      cpu =
          Files.readAllLines(info).stream()
              .filter(line -> line.startsWith("model name"))
              .map(line -> line.substring(line.indexOf(':') + 1).trim())
              .findFirst()
              .orElse(cpu);
    }
    return String.format(
        "%d cores, %s, Java %s, Linux %s",
        Runtime.getRuntime().availableProcessors(),
        cpu,
        System.getProperty("java.version"),
        System.getProperty("os.version"));
  }
}
