package seckill.standalone;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import seckill.config.SettingsLoader;
import seckill.config.SettingsSchema;

/** Reads one section of the gateway's settings from the environment, as a gateway would. */
final class GatewaySettings {
  private GatewaySettings() {}

  /**
   * The section's settings, those that a variable's file names included.
   *
   * @param usual what holds where the environment says nothing
   * @throws seckill.config.ConfigException one line that names the wrong variable
   */
  static JsonObject section(String name, JsonObject usual, Map<String, String> environment) {
    Map<String, String> ours = new HashMap<>(environment);
    ours.keySet().removeIf(variable -> !variable.startsWith(SettingsSchema.variable(name) + "_"));
    return new SettingsLoader("gateway")
        .load(new JsonObject().put(name, usual), ours)
        .getJsonObject(name);
  }
}
