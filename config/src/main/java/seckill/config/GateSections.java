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

  /** All defaults of a section, as a file without it would have them. */
  public static JsonObject defaults(String section) {
    return SettingsSchema.ofSection(section).defaults().getJsonObject(section, new JsonObject());
  }
}
