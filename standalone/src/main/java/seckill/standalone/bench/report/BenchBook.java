package seckill.standalone.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The last results of every part, each with the machine and the command that it was measured with:
 * what the JSON file holds, and what the document is written from.
 */
public final class BenchBook {
  /** The section of all goals. */
  static final String GOALS = "goals";

  private final Map<String, JsonObject> parts = new LinkedHashMap<>();

  /** A book that knows nothing yet. */
  public BenchBook() {}

  /** The book that a file holds. */
  public static BenchBook fromJson(JsonObject json) {
    BenchBook book = new BenchBook();
    json.fieldNames().forEach(name -> book.parts.put(name, json.getJsonObject(name)));
    return book;
  }

  /** Replaces the results of a part. */
  public void put(String part, PartResult result, Run run) {
    parts.put(part, result.toJson().put("run", run.toJson()));
  }

  /** Where and how results were measured. */
  public record Run(String command, String begun, JsonObject machine) {
    JsonObject toJson() {
      return new JsonObject().put("command", command).put("begun", begun).put("machine", machine);
    }

    private static String line(JsonObject json) {
      return "`"
          + json.getString("command")
          + "`, begun "
          + json.getString("begun")
          + "; "
          + MeasuredOn.line(json.getJsonObject("machine"))
          + ".";
    }
  }

  /** The book as JSON: an object per part. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    parts.forEach(json::put);
    return json;
  }

  /** Everything as Markdown. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    Map<String, List<String>> sections = sections();
    lines.addAll(sections.remove(GOALS));
    sections.forEach(
        (name, section) -> {
          lines.add("## " + PartResult.fromJson(parts.get(name)).title());
          lines.add("");
          lines.addAll(section);
        });
    return lines;
  }

  /** The sections of the document, by name. */
  Map<String, List<String>> sections() {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<Goal> goals = new ArrayList<>();
    parts.forEach(
        (name, json) -> {
          PartResult result = PartResult.fromJson(json);
          goals.addAll(result.goals());
          List<String> lines = new ArrayList<>();
          lines.add(Run.line(json.getJsonObject("run")));
          lines.add("");
          lines.addAll(result.lines());
          sections.put(name, lines);
        });
    sections.put(GOALS, PartResult.goalTable(goals).lines());
    return sections;
  }
}
