package seckill.config;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sections of the gate's layers: those that can be changed while the product runs. */
public final class GateSections {
  /** Sections of layers that stand in the gateway. */
  public static final List<String> GATEWAY =
      List.of(
          "address",
          "blacklist",
          "addressLimit",
          "board",
          "risk",
          "bucket",
          "challenge",
          "queue",
          "breaker");

  /** Sections of layers that stand in the till. */
  public static final List<String> TILL = List.of("window", "room");

  private static final Map<String, SettingsCheck> CHECKS =
      Stream.concat(GATEWAY.stream(), TILL.stream())
          .collect(
              Collectors.toUnmodifiableMap(
                  Function.identity(),
                  section -> new SettingsCheck(SettingsSchema.ofSection(section), "")));

  private GateSections() {}

  /** Whether there is a layer with this section. */
  public static boolean contains(String section) {
    return CHECKS.containsKey(section);
  }

  /**
   * Checks settings of one section by the schema of the settings file; they need not be all.
   *
   * @throws ConfigException one line that names the wrong setting
   */
  public static void check(String section, JsonObject settings) {
    CHECKS.get(section).check(new JsonObject().put(section, settings));
  }

  /** Lays settings of a section over others, setting by setting; one that is a map goes whole. */
  public static JsonObject over(String section, JsonObject base, JsonObject settings) {
    JsonObject result = base.copy();
    JsonObject above = settings.copy();
    for (String path : SettingsSchema.ofSection(section).leaves().keySet()) {
      String setting = path.substring(section.length() + 1);
      Object value = SettingsSchema.get(above, setting);
      if (value != null) {
        SettingsSchema.put(result, setting, value);
      }
    }
    return result;
  }
}
