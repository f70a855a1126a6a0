package seckill.config;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lays the {@code SECKILL_…} environment variables over a settings document. */
final class EnvironmentOverlay {
  private EnvironmentOverlay() {}

  /**
   * Returns what the environment sets.
   *
   * @throws ConfigException if a variable with our prefix belongs to no service, its text does not
   *     fit the setting's type, the file it names cannot be read, or it is no log level
   */
  static JsonObject read(SettingsSchema schema, Map<String, String> environment) {
    LogLevels.require(environment);
    KnownVariables.require(environment);
    Map<String, String> paths = KnownVariables.pathsOf(schema);
    JsonObject overlay = new JsonObject();
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String variable = entry.getKey();
      String text = entry.getValue();
      String path = paths.get(variable);
      if (path == null || KnownVariables.isServiceLink(variable, text)) {
        continue;
      }
      if (!variable.equals(SettingsSchema.variable(path))) {
        if (environment.containsKey(SettingsSchema.variable(path))) {
          throw new ConfigException(
              variable + " and " + SettingsSchema.variable(path) + " are both set");
        }
        text = readFile(variable, text);
      }
      SettingsSchema.put(overlay, path, convert(variable, schema.leaves().get(path), text));
    }
    return overlay;
  }

  private static String readFile(String variable, String file) {
    try {
      return Files.readString(Path.of(file)).stripTrailing();
    } catch (IOException | InvalidPathException e) {
      throw new ConfigException(variable + " names a file that cannot be read: " + file);
    }
  }

  private static Object convert(String variable, JsonObject leaf, String text) {
    Object type = leaf.getValue("type");
    List<?> types = type instanceof JsonArray array ? array.getList() : List.of(type);
    try {
      if (types.contains("integer")) {
        return Long.parseLong(text.trim());
      }
      if (types.contains("number")) {
        return Double.parseDouble(text.trim());
      }
      if (types.contains("object")) {
        return new JsonObject(text);
      }
      if (types.contains("boolean")) {
        return switch (text.trim()) {
          case "true" -> true;
          case "false" -> false;
          default -> throw new NumberFormatException();
        };
      }
      if (types.contains("array")) {
        return new JsonArray(
            Arrays.stream(text.split(",")).map(String::trim).filter(s -> !s.isEmpty()).toList());
      }
      return text;
    } catch (NumberFormatException | DecodeException e) {
      // The text may be a secret set under the wrong name, so it is not repeated.
      throw new ConfigException(variable + " must be of type " + types.get(0));
    }
  }
}
