package seckill.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Lays the {@code SECKILL_…} environment variables over a settings document. */
final class EnvironmentOverlay {
  private static final String PREFIX = "SECKILL_";
  private static final String TEST_PREFIX = "SECKILL_TEST_";

  /** Variables that the programs read, but that are not settings. */
  private static final Set<String> NOT_SETTINGS =
      Set.of(
          "SECKILL_CONFIG",
          "SECKILL_DATA",
          "SECKILL_HOME",
          "SECKILL_TARGET",
          "SECKILL_LOG_LEVEL",
          "SECKILL_CLUSTER_LOG_LEVEL");

  private EnvironmentOverlay() {}

  /**
   * Returns what the environment sets.
   *
   * @throws ConfigException if a variable with our prefix belongs to no service, or its text does
   *     not fit the setting's type
   */
  static JsonObject read(SettingsSchema schema, Map<String, String> environment) {
    Map<String, String> paths = new HashMap<>();
    schema.leaves().keySet().forEach(path -> paths.put(SettingsSchema.variable(path), path));
    JsonObject overlay = new JsonObject();
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String variable = entry.getKey();
      if (!variable.startsWith(PREFIX)
          || variable.startsWith(TEST_PREFIX)
          || NOT_SETTINGS.contains(variable)) {
        continue;
      }
      String path = paths.get(variable);
      if (path != null) {
        JsonObject leaf = schema.leaves().get(path);
        SettingsSchema.put(overlay, path, convert(variable, leaf, entry.getValue()));
      } else if (!knownElsewhere(variable)) {
        throw new ConfigException("unknown environment variable " + variable);
      }
    }
    return overlay;
  }

  // One environment may serve several services, so another service's variable is no mistake.
  private static boolean knownElsewhere(String variable) {
    return SettingsSchema.SERVICES.stream()
        .flatMap(service -> SettingsSchema.of(service).leaves().keySet().stream())
        .anyMatch(path -> SettingsSchema.variable(path).equals(variable));
  }

  private static Object convert(String variable, JsonObject leaf, String text) {
    Object type = leaf.getValue("type");
    List<?> types = type instanceof JsonArray array ? array.getList() : List.of(type);
    try {
      if (types.contains("integer")) {
        return Long.parseLong(text.trim());
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
    } catch (NumberFormatException e) {
      // The text may be a secret set under the wrong name, so it is not repeated.
      throw new ConfigException(variable + " must be of type " + types.get(0));
    }
  }
}
