package seckill.gateway.breaker;

import io.vertx.core.json.JsonObject;

/**
 * When the breaker opens, and for how long.
 *
 * @param enabled whether it ever does
 * @param faults faulty calls that open it
 * @param faultPercent share of faults among the remembered calls that opens it
 * @param windowCalls calls that are remembered
 * @param windowMillis how long a call is remembered
 * @param slowMillis after which a call counts as a fault while nobody is answered
 * @param openMillis how long nothing is sent
 */
public record BreakerSettings(
    boolean enabled,
    int faults,
    int faultPercent,
    int windowCalls,
    long windowMillis,
    long slowMillis,
    long openMillis) {

  /** Reads the section {@code breaker} of a gateway's settings. */
  public static BreakerSettings of(JsonObject settings) {
    return ofSection(settings.getJsonObject("breaker"));
  }

  static BreakerSettings ofSection(JsonObject section) {
    return new BreakerSettings(
        section.getBoolean("enabled"),
        section.getInteger("faults"),
        section.getInteger("faultPercent"),
        section.getInteger("windowCalls"),
        section.getLong("windowMillis"),
        section.getLong("slowMillis"),
        section.getLong("openMillis"));
  }
}
