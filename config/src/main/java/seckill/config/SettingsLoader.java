package seckill.config;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;

/** Reads settings once: schema defaults, then the file, then the environment; then checks them. */
public final class SettingsLoader {
  private final SettingsSchema schema;
  private final SettingsCheck check;

  /** A loader for one of {@link SettingsSchema#SERVICES}. */
  public SettingsLoader(String service) {
    this.schema = SettingsSchema.of(service);
    this.check = new SettingsCheck(schema, " for the " + service + " service");
  }

  /**
   * Loads and checks the settings. Blocks; not to be called on an event loop.
   *
   * @param file a YAML file, or {@code null} for none
   * @throws ConfigException one line that names the wrong key
   */
  public JsonObject load(Path file, Map<String, String> environment) {
    return load(file == null ? new JsonObject() : SettingsFile.read(file), environment);
  }

  /**
   * Lays defaults below and the environment above a settings document, and checks the result.
   * Blocks, as it looks at the files that the settings name.
   */
  public JsonObject load(JsonObject document, Map<String, String> environment) {
    return StoreSettingsCheck.check(check.check(overlay(document, environment)));
  }

  private JsonObject overlay(JsonObject document, Map<String, String> environment) {
    return schema
        .defaults()
        .mergeIn(withoutEmptySections(document), true)
        .mergeIn(EnvironmentOverlay.read(schema, environment), true);
  }

  // A section whose settings are all commented out is null in YAML.
  private JsonObject withoutEmptySections(JsonObject document) {
    JsonObject sections = schema.json().getJsonObject("properties");
    JsonObject copy = document.copy();
    document.fieldNames().stream()
        .filter(name -> sections.containsKey(name) && document.getValue(name) == null)
        .forEach(copy::remove);
    return copy;
  }
}
