package seckill.config;

import io.vertx.core.json.JsonObject;

/**
 * How to reach Redis.
 *
 * @param url {@code redis://[:password@]host:port[/database]}
 * @param connectTimeoutMillis for one try to connect
 * @param commandTimeoutMillis for one command; afterwards its outcome is unknown
 * @param stalledMillis silence after which further commands fail at once; 0 for never
 * @param maxInFlight commands sent and not yet answered, per connection; more are refused at once
 * @param reconnectMinMillis shortest wait between two tries to connect
 * @param reconnectMaxMillis longest wait between two tries to connect
 * @param maxClockSkewMillis how far this machine's clock may be from that of Redis
 * @param startTimeoutMillis how long a start waits for Redis to answer
 */
public record RedisSettings(
    String url,
    int connectTimeoutMillis,
    long commandTimeoutMillis,
    long stalledMillis,
    int maxInFlight,
    long reconnectMinMillis,
    long reconnectMaxMillis,
    long maxClockSkewMillis,
    long startTimeoutMillis) {

  /** Reads the section {@code redis}. */
  public static RedisSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("redis");
    return new RedisSettings(
        section.getString("url"),
        section.getInteger("connectTimeoutMillis"),
        section.getLong("commandTimeoutMillis"),
        section.getLong("stalledMillis"),
        section.getInteger("maxInFlight"),
        section.getLong("reconnectMinMillis"),
        section.getLong("reconnectMaxMillis"),
        section.getLong("maxClockSkewMillis"),
        section.getLong("startTimeoutMillis"));
  }

  @Override
  public String toString() {
    return "RedisSettings[" + SecretMask.maskUrl(url) + "]";
  }
}
