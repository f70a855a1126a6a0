package seckill.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;

/** Says in words which values a setting takes. */
public final class SettingRange {
  private SettingRange() {}

  /** The words for a leaf of the schema, for example "an integer from 1 to 10". */
  public static String of(JsonObject leaf) {
    JsonArray values = leaf.getJsonArray("enum");
    if (values != null) {
      return "one of " + values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
    Object type = leaf.getValue("type");
    if ("integer".equals(type)) {
      return within("an integer", leaf);
    }
    if ("number".equals(type)) {
      return within("a number", leaf);
    }
    if ("object".equals(type)) {
      return leaf.getString("range", "an object");
    }
    if ("boolean".equals(type)) {
      return "true or false";
    }
    if ("array".equals(type)) {
      return "a list, each " + text(leaf.getJsonObject("items"));
    }
    return text(leaf);
  }

  private static String text(JsonObject leaf) {
    String pattern = leaf.getString("pattern");
    return pattern == null ? "text" : "text that matches " + pattern;
  }

  private static String within(String kind, JsonObject leaf) {
    Long minimum = leaf.getLong("minimum");
    Long maximum = leaf.getLong("maximum");
    if (minimum != null && maximum != null) {
      return kind + " from " + minimum + " to " + maximum;
    }
    return minimum == null ? kind : kind + " of at least " + minimum;
  }
}
