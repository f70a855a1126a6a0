package seckill.config;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

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
          "SECKILL_ADMIN_TOKEN",
          "SECKILL_ADMIN_TOKEN_FILE",
          LogLevels.VARIABLE,
          LogLevels.CLUSTER_VARIABLE);

  /** What Kubernetes sets for every service of a namespace, ours named seckill-… included. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "SECKILL_(.+_)?(SERVICE_(HOST|PORT(_.+)?)"
              + "|PORT(_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)");

  private EnvironmentOverlay() {}

  /**
   * Returns what the environment sets.
   *
   * @throws ConfigException if a variable with our prefix belongs to no service, its text does not
   *     fit the setting's type, the file it names cannot be read, or it is no log level
   */
  static JsonObject read(SettingsSchema schema, Map<String, String> environment) {
    LogLevels.require(environment);
    Map<String, String> paths = variables(schema);
    JsonObject overlay = new JsonObject();
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String variable = entry.getKey();
      if (!isOurs(variable)) {
        continue;
      }
      String path = paths.get(variable);
      if (path == null) {
        requireKnownElsewhere(variable);
        continue;
      }
      String text = entry.getValue();
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

  /** The path of every variable; a secret also has one that names a file, as mounts need. */
  private static Map<String, String> variables(SettingsSchema schema) {
    Map<String, String> paths = new HashMap<>();
    schema
        .leaves()
        .forEach(
            (path, leaf) -> {
              paths.put(SettingsSchema.variable(path), path);
              if (SettingsSchema.holdsSecret(path, leaf)) {
                paths.put(SettingsSchema.fileVariable(path), path);
              }
            });
    return paths;
  }

  private static boolean isOurs(String variable) {
    return variable.startsWith(PREFIX)
        && !variable.startsWith(TEST_PREFIX)
        && !NOT_SETTINGS.contains(variable);
  }

  // One environment may serve several services, so another service's variable is no mistake.
  private static void requireKnownElsewhere(String variable) {
    boolean known =
        SERVICE_LINK.matcher(variable).matches()
            || SettingsSchema.SERVICES.stream()
                .map(SettingsSchema::of)
                .anyMatch(schema -> variables(schema).containsKey(variable));
    if (!known) {
      throw new ConfigException("unknown environment variable " + variable);
    }
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
