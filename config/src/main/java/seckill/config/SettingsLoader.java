package seckill.config;

import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Reads settings once: schema defaults, then the file, then the environment; then checks them. */
public final class SettingsLoader {
  private static final String BASE_URI = "https://seckill.local/";

  private final String service;
  private final SettingsSchema schema;

  /** A loader for one of {@link SettingsSchema#SERVICES}. */
  public SettingsLoader(String service) {
    this.service = service;
    this.schema = SettingsSchema.of(service);
  }

  /**
   * Loads and checks the settings. Blocks; not to be called on an event loop.
   *
   * @param file a YAML file, or {@code null} for none
   * @throws ConfigException one line that names the wrong key
   */
  public JsonObject load(Path file, Map<String, String> environment) {
    return check(overlay(file == null ? new JsonObject() : SettingsFile.read(file), environment));
  }

  /** Lays defaults below and the environment above a settings document, and checks the result. */
  public JsonObject load(JsonObject document, Map<String, String> environment) {
    return check(overlay(document, environment));
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

  private JsonObject check(JsonObject document) {
    refuseUnknown("", schema.json(), document);
    SchemaRepository repository =
        SchemaRepository.create(
            new JsonSchemaOptions()
                .setDraft(Draft.DRAFT202012)
                .setBaseUri(BASE_URI)
                .setOutputFormat(OutputFormat.Basic));
    OutputUnit output = repository.validator(JsonSchema.of(schema.json())).validate(document);
    if (!Boolean.TRUE.equals(output.getValid())) {
      throw new ConfigException(describe(output));
    }
    return document;
  }

  private void refuseUnknown(String prefix, JsonObject node, JsonObject document) {
    JsonObject known = node.getJsonObject("properties");
    for (String name : document.fieldNames()) {
      String path = prefix.isEmpty() ? name : prefix + "." + name;
      if (!known.containsKey(name)) {
        throw new ConfigException("unknown setting " + path + " for the " + service + " service");
      }
      JsonObject child = known.getJsonObject(name);
      if (child.containsKey("properties")) {
        if (!(document.getValue(name) instanceof JsonObject section)) {
          throw new ConfigException(path + " must be a section with settings below it");
        }
        refuseUnknown(path, child, section);
      }
    }
  }

  // Most errors only say that a part of the document failed; one names the setting itself.
  private String describe(OutputUnit output) {
    return output.getErrors().stream()
        .map(OutputUnit::getInstanceLocation)
        .map(this::leafAt)
        .filter(Objects::nonNull)
        .findFirst()
        .map(
            path ->
                path
                    + " ("
                    + SettingsSchema.variable(path)
                    + ") must be "
                    + SettingRange.of(schema.leaves().get(path)))
        .orElse("the settings do not fit their schema");
  }

  /** The setting at a JSON pointer, or around it if that is an element of a list. */
  private String leafAt(String location) {
    String path = location.replaceFirst("^#?/?", "").replace('/', '.');
    while (!schema.leaves().containsKey(path) && path.contains(".")) {
      path = path.substring(0, path.lastIndexOf('.'));
    }
    return schema.leaves().containsKey(path) ? path : null;
  }
}
