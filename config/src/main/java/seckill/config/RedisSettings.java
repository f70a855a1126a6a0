package seckill.config;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Pattern;

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
 * @param writeCheckMillis between two tries whether Redis takes writes
 * @param configMillis between two questions for the settings of the server
 * @param keyPrefix what all keys begin with
 * @param startTimeoutMillis how long a start waits for Redis to answer
 * @param backup the other Redis
 * @param sentinels who knows where the main Redis is
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
    long writeCheckMillis,
    long configMillis,
    String keyPrefix,
    long startTimeoutMillis,
    Backup backup,
    Sentinels sentinels) {
  private static final Pattern KEY_PREFIX = Pattern.compile("[A-Za-z0-9:._-]{1,64}");

  /**
   * A second Redis that may sell instead of the main one.
   *
   * @param url as of the main one; empty for none
   * @param switchAfterMillis of the main one's absence after which a till switches; 0 for never
   * @param lookMillis between two looks at which one sells
   * @param leaseMillis how long a till sells without having looked
   */
  public record Backup(String url, long switchAfterMillis, long lookMillis, long leaseMillis) {
    /** Whether there is one. */
    public boolean exists() {
      return !url.isEmpty();
    }

    @Override
    public String toString() {
      return "Backup[" + SecretMask.maskUrl(url) + "]";
    }
  }

  /**
   * The sentinels of the main Redis.
   *
   * @param addresses {@code host:port} of each; none if empty
   * @param masterName what they call the main Redis
   * @param password of theirs; empty for none
   * @param lookMillis between two questions where it is
   */
  public record Sentinels(
      List<String> addresses, String masterName, String password, long lookMillis) {
    /** Whether there are any. */
    public boolean exist() {
      return !addresses.isEmpty();
    }

    @Override
    public String toString() {
      return "Sentinels[" + masterName + " at " + addresses + "]";
    }
  }

  /**
   * Reads the section {@code redis}.
   *
   * @throws ConfigException if there are sentinels and no name to ask them for
   */
  public static RedisSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("redis");
    Sentinels sentinels =
        new Sentinels(
            ClusterSettings.strings(section.getJsonArray("sentinels")),
            section.getString("masterName"),
            section.getString("sentinelPassword"),
            section.getLong("storeLookMillis"));
    if (sentinels.exist() && sentinels.masterName().isEmpty()) {
      throw new ConfigException("redis.masterName must be set: redis.sentinels are asked for it");
    }
    return new RedisSettings(
        section.getString("url"),
        section.getInteger("connectTimeoutMillis"),
        section.getLong("commandTimeoutMillis"),
        section.getLong("stalledMillis"),
        section.getInteger("maxInFlight"),
        section.getLong("reconnectMinMillis"),
        section.getLong("reconnectMaxMillis"),
        section.getLong("maxClockSkewMillis"),
        section.getLong("writeCheckMillis"),
        section.getLong("configMillis"),
        keyPrefix(section.getString("keyPrefix")),
        section.getLong("startTimeoutMillis"),
        new Backup(
            section.getString("backupUrl"),
            section.getLong("switchAfterMillis"),
            section.getLong("storeLookMillis"),
            section.getLong("storeLeaseMillis")),
        sentinels);
  }

  // Braces would move the hash tag, wildcards widen the pattern of an ACL.
  private static String keyPrefix(String prefix) {
    if (!KEY_PREFIX.matcher(prefix).matches()) {
      throw new ConfigException(
          "redis.keyPrefix must be 1 to 64 letters, digits, or any of : . _ -, got \""
              + prefix
              + '"');
    }
    return prefix;
  }

  @Override
  public String toString() {
    return "RedisSettings[" + SecretMask.maskUrl(url) + "]";
  }
}
