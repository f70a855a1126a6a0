package seckill.config;

import io.vertx.core.json.JsonObject;

/**
 * Where health and metrics are served.
 *
 * @param host address to bind
 * @param port TCP port, 0 for any free one
 * @param drainDelayMillis between readiness off and the end of listening, so that load balancers
 *     notice
 * @param checkTimeoutMillis after which a readiness check that does not answer counts as down
 * @param pulseMillis how often the process tells others how it is, 0 for never
 * @param startTimeoutMillis after which a start that is not over has failed
 * @param stopTimeoutMillis after which a stop that is not over is cut short
 * @param refusalLogMillis how often refusals of one kind are told in the log at most
 */
public record ManagementSettings(
    String host,
    int port,
    long drainDelayMillis,
    long checkTimeoutMillis,
    long pulseMillis,
    long startTimeoutMillis,
    long stopTimeoutMillis,
    long refusalLogMillis) {

  /** Reads the section {@code management}. */
  public static ManagementSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("management");
    return new ManagementSettings(
        section.getString("host"),
        section.getInteger("port"),
        section.getLong("drainDelayMillis"),
        section.getLong("checkTimeoutMillis"),
        section.getLong("pulseMillis"),
        section.getLong("startTimeoutMillis"),
        section.getLong("stopTimeoutMillis"),
        section.getLong("refusalLogMillis"));
  }
}
