package seckill.config;

import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.util.List;
import java.util.Objects;

/** Holds a settings document against a schema, and names the setting that does not fit. */
final class SettingsCheck {
  private static final String BASE_URI = "https://seckill.local/";

  private final SettingsSchema schema;
  private final String readBy;
  private final Validator validator;

  /**
   * @param readBy what follows the name of an unknown setting in the message
   */
  SettingsCheck(SettingsSchema schema, String readBy) {
    this.schema = schema;
    this.readBy = readBy;
    this.validator =
        SchemaRepository.create(
                new JsonSchemaOptions()
                    .setDraft(Draft.DRAFT202012)
                    .setBaseUri(BASE_URI)
                    .setOutputFormat(OutputFormat.Basic))
            .validator(JsonSchema.of(schema.json()));
  }

  /**
   * Returns the document if it fits.
   *
   * @throws ConfigException one line that names the wrong key
   */
  JsonObject check(JsonObject document) {
    refuseUnknown("", schema.json(), document);
    OutputUnit output = validator.validate(document);
    if (!Boolean.TRUE.equals(output.getValid())) {
      throw new ConfigException(describe(output));
    }
    SettingRelations.check(document);
    return document;
  }

  private void refuseUnknown(String prefix, JsonObject node, JsonObject document) {
    JsonObject known = node.getJsonObject("properties");
    for (String name : document.fieldNames()) {
      String path = prefix.isEmpty() ? name : prefix + "." + name;
      if (!known.containsKey(name)) {
        throw new ConfigException(
            "unknown setting "
                + path
                + readBy
                + NearestName.hint(path, pathsBeside(prefix, known)));
      }
      JsonObject child = known.getJsonObject(name);
      if (child.containsKey("properties")) {
        if (!(document.getValue(name) instanceof JsonObject section)) {
          throw new ConfigException(path + " must be a section with settings below it");
        }
        refuseUnknown(path, child, section);
      } else if (document.getValue(name) instanceof Number number
          && !Double.isFinite(number.doubleValue())) {
        // No comparison with a limit would refuse what is not a number.
        throw new ConfigException(mustBe(path));
      }
    }
  }

  private static List<String> pathsBeside(String prefix, JsonObject known) {
    return known.fieldNames().stream()
        .map(name -> prefix.isEmpty() ? name : prefix + "." + name)
        .toList();
  }

  // Most errors only say that a part of the document failed; one names the setting itself.
  private String describe(OutputUnit output) {
    return output.getErrors().stream()
        .map(OutputUnit::getInstanceLocation)
        .map(this::leafAt)
        .filter(Objects::nonNull)
        .findFirst()
        .map(this::mustBe)
        .orElse("the settings do not fit their schema");
  }

  private String mustBe(String path) {
    return path
        + " ("
        + SettingsSchema.variable(path)
        + ") must be "
        + SettingRange.of(schema.leaves().get(path));
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
