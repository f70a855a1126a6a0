package seckill.config;

import io.vertx.core.json.JsonObject;

/**
 * Where health and metrics are served.
 *
 * @param host address to bind
 * @param port TCP port, 0 for any free one
 * @param drainDelayMillis between readiness off and the end of listening, so that load balancers
 *     notice
 */
public record ManagementSettings(String host, int port, long drainDelayMillis) {

  /** Reads the section {@code management}. */
  public static ManagementSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("management");
    return new ManagementSettings(
        section.getString("host"), section.getInteger("port"), section.getLong("drainDelayMillis"));
  }
}
