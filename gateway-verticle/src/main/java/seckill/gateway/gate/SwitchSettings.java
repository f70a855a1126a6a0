package seckill.gateway.gate;

import io.vertx.core.json.JsonObject;

/**
 * How a gateway learns of the kill switches.
 *
 * @param refreshMillis how often it asks
 * @param unknownMillis how long it goes by what it heard last
 */
public record SwitchSettings(long refreshMillis, long unknownMillis) {

  /** Reads the section {@code switch}. */
  public static SwitchSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("switch");
    return new SwitchSettings(section.getLong("refreshMillis"), section.getLong("unknownMillis"));
  }
}
