package seckill.standalone.bench.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import seckill.standalone.report.Grid;

/**
 * A table of texts.
 *
 * @param title above it; empty for none
 * @param head names of the columns
 * @param rows as many cells each as there are columns
 */
public record Table(String title, List<String> head, List<List<String>> rows) {

  /** As Markdown, with an empty line behind. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (!title.isEmpty()) {
      lines.add("**" + title + "**");
      lines.add("");
    }
    lines.add(Grid.row(head));
    lines.add("|" + " --- |".repeat(head.size()));
    rows.forEach(row -> lines.add(Grid.row(row)));
    lines.add("");
    return lines;
  }

  JsonObject toJson() {
    JsonArray lines = new JsonArray();
    rows.forEach(row -> lines.add(new JsonArray(row)));
    return new JsonObject().put("title", title).put("head", new JsonArray(head)).put("rows", lines);
  }

  static Table fromJson(JsonObject json) {
    JsonArray lines = json.getJsonArray("rows");
    return new Table(
        json.getString("title"),
        texts(json.getJsonArray("head")),
        IntStream.range(0, lines.size()).mapToObj(i -> texts(lines.getJsonArray(i))).toList());
  }

  private static List<String> texts(JsonArray array) {
    return IntStream.range(0, array.size()).mapToObj(array::getString).toList();
  }
}
