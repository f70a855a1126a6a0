package seckill.config;

import io.vertx.core.json.JsonObject;

/**
 * How this process learns the time of Redis.
 *
 * @param measureMillis between two measurements
 * @param warnMillis how far this machine's clock may be off, and how uncertain the time may be,
 *     before the check {@code clock} warns
 */
public record ClockSettings(long measureMillis, long warnMillis) {
  /** Reads the section {@code clock}. */
  public static ClockSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("clock");
    return new ClockSettings(section.getLong("measureMillis"), section.getLong("warnMillis"));
  }
}
