package seckill.standalone.bench.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What one part of the benchmark found: figures by name, goals, and tables. */
public final class PartResult {
  private final String title;
  private final Map<String, Figure> figures = new LinkedHashMap<>();
  private final List<Goal> goals = new ArrayList<>();
  private final List<Table> tables = new ArrayList<>();
  private final JsonObject programs = new JsonObject();

  public PartResult(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** Adds the value of a round to a figure. */
  public void add(String name, double value) {
    figures.computeIfAbsent(name, first -> new Figure()).add(value);
  }

  /** The figure of this name. */
  public Figure figure(String name) {
    Figure figure = figures.get(name);
    if (figure == null) {
      throw new IllegalStateException("nothing was measured for: " + name);
    }
    return figure;
  }

  /** Holds the ratio of two figures against what it should be at least. */
  public void ratio(String what, String figure, String yardstick, double atLeast) {
    goals.add(new Goal(what, figure(figure).to(figure(yardstick)), atLeast, true));
  }

  /** Adds the ratio of two figures as a figure of its own. */
  public void note(String what, String figure, String yardstick) {
    figures.put(what, figure(figure).to(figure(yardstick)));
  }

  /** Holds a figure against what it should be at most. */
  public void atMost(String what, String figure, double bound) {
    goals.add(new Goal(what, figure(figure), bound, false));
  }

  public void add(Table table) {
    tables.add(table);
  }

  /**
   * Tells what took part.
   *
   * @param name of a program
   * @param version and whatever else matters, such as its options
   */
  public void ran(String name, String version) {
    programs.put(name, version);
  }

  /** What took part, by name. */
  public JsonObject programs() {
    return programs;
  }

  /** The tables besides those of figures and goals. */
  public List<Table> tables() {
    return tables;
  }

  List<Goal> goals() {
    return goals;
  }

  /** Everything as Markdown. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!goals.isEmpty()) {
      lines.addAll(goalTable(goals).lines());
    }
    if (!figures.isEmpty()) {
      List<List<String>> rows = new ArrayList<>();
      figures.forEach(
          (name, figure) ->
              rows.add(List.of(name, figure.toString(), Integer.toString(figure.rounds()))));
      lines.addAll(new Table("", List.of("figure", "median (min – max)", "rounds"), rows).lines());
    }
    tables.forEach(table -> lines.addAll(table.lines()));
    return lines;
  }

  static Table goalTable(List<Goal> goals) {
    return new Table(
        "",
        List.of("ratio", "measured: median (min – max)", "goal", ""),
        goals.stream().map(Goal::row).toList());
  }

  JsonObject toJson() {
    JsonObject measured = new JsonObject();
    figures.forEach((name, figure) -> measured.put(name, json(figure)));
    JsonArray held = new JsonArray();
    goals.forEach(goal -> held.add(goal.toJson()));
    JsonArray shown = new JsonArray();
    tables.forEach(table -> shown.add(table.toJson()));
    return new JsonObject()
        .put("title", title)
        .put("figures", measured)
        .put("goals", held)
        .put("tables", shown);
  }

  static PartResult fromJson(JsonObject json) {
    PartResult result = new PartResult(json.getString("title"));
    JsonObject measured = json.getJsonObject("figures");
    measured
        .fieldNames()
        .forEach(name -> result.figures.put(name, figure(measured.getJsonObject(name))));
    objects(json.getJsonArray("goals")).forEach(goal -> result.goals.add(Goal.fromJson(goal)));
    objects(json.getJsonArray("tables")).forEach(table -> result.tables.add(Table.fromJson(table)));
    return result;
  }

  private static List<JsonObject> objects(JsonArray array) {
    return IntStream.range(0, array.size()).mapToObj(array::getJsonObject).toList();
  }

  private static JsonObject json(Figure figure) {
    return new JsonObject()
        .put("median", figure.median())
        .put("min", figure.min())
        .put("max", figure.max())
        .put("values", new JsonArray(figure.values()));
  }

  static Figure figure(JsonObject json) {
    JsonArray values = json.getJsonArray("values");
    return Figure.of(IntStream.range(0, values.size()).mapToObj(values::getDouble).toList());
  }
}
