package seckill.config;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How to reach Redis.
 *
 * @param url {@code redis://[[user]:password@]host:port[/database]}
 * @param tls how connections are encrypted whose URL says {@code rediss://}
 * @param connectTimeoutMillis for one try to connect
 * @param commandTimeoutMillis for one command; afterwards its outcome is unknown
 * @param stalledMillis silence after which further commands fail at once; 0 for never
 * @param maxInFlight commands sent and not yet answered, per connection; more are refused at once
 * @param reconnectMinMillis shortest wait between two tries to connect
 * @param reconnectMaxMillis longest wait between two tries to connect
 * @param writeCheckMillis between two tries whether Redis takes writes
 * @param configMillis between two questions for the settings of the server
 * @param keyPrefix what all keys begin with
 * @param startTimeoutMillis how long a start waits for Redis to answer
 * @param backup the other Redis
 * @param sentinels who knows where the main Redis is
 */
public record RedisSettings(
    StoreUrl url,
    Tls tls,
    int connectTimeoutMillis,
    long commandTimeoutMillis,
    long stalledMillis,
    int maxInFlight,
    long reconnectMinMillis,
    long reconnectMaxMillis,
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
   * @param url as of the main one; {@code null} for none
   * @param switchAfterMillis of the main one's absence after which a till switches; 0 for never
   * @param lookMillis between two looks at which one sells
   * @param leaseMillis how long a till sells without having looked
   */
  public record Backup(StoreUrl url, long switchAfterMillis, long lookMillis, long leaseMillis) {
    /** Whether there is one. */
    public boolean exists() {
      return url != null;
    }

    @Override
    public String toString() {
      return "Backup[" + url + "]";
    }
  }

  /**
   * How connections are encrypted.
   *
   * @param verifyHost whether a certificate must be for the host that was asked for
   * @param files that it takes
   */
  public record Tls(boolean verifyHost, TlsFiles files) {}

  /**
   * The sentinels of the main Redis.
   *
   * @param addresses of each, with user and password of all; none if empty
   * @param masterName what they call the main Redis
   * @param lookMillis between two questions where it is
   */
  public record Sentinels(List<StoreUrl> addresses, String masterName, long lookMillis) {
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
   * @throws ConfigException if a URL cannot be read, or sentinels have no name to be asked for
   */
  public static RedisSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("redis");
    JsonObject tls = section.getJsonObject("tls");
    String backup = section.getString("backupUrl");
    StoreUrl main = StoreUrl.redis("redis.url", section.getString("url"));
    return new RedisSettings(
        main,
        new Tls(tls.getBoolean("verifyHost"), TlsFiles.of(tls)),
        section.getInteger("connectTimeoutMillis"),
        section.getLong("commandTimeoutMillis"),
        section.getLong("stalledMillis"),
        section.getInteger("maxInFlight"),
        section.getLong("reconnectMinMillis"),
        section.getLong("reconnectMaxMillis"),
        section.getLong("writeCheckMillis"),
        section.getLong("configMillis"),
        keyPrefix(section.getString("keyPrefix")),
        section.getLong("startTimeoutMillis"),
        new Backup(
            backup.isEmpty() ? null : StoreUrl.redis("redis.backupUrl", backup),
            section.getLong("switchAfterMillis"),
            section.getLong("storeLookMillis"),
            section.getLong("storeLeaseMillis")),
        sentinels(section, main.scheme()));
  }

  private static Sentinels sentinels(JsonObject section, String scheme) {
    String user = section.getString("sentinelUser");
    String password = section.getString("sentinelPassword");
    if (!user.isEmpty() && password.isEmpty()) {
      throw new ConfigException("redis.sentinelPassword must be set: redis.sentinelUser needs one");
    }
    List<StoreUrl> addresses =
        ClusterSettings.strings(section.getJsonArray("sentinels")).stream()
            .map(text -> text.contains("://") ? text : scheme + "://" + text)
            .map(text -> sentinel(StoreUrl.redis("redis.sentinels", text), user, password))
            .toList();
    String masterName = section.getString("masterName");
    if (!addresses.isEmpty() && masterName.isEmpty()) {
      throw new ConfigException("redis.masterName must be set: redis.sentinels are asked for it");
    }
    return new Sentinels(addresses, masterName, section.getLong("storeLookMillis"));
  }

  private static StoreUrl sentinel(StoreUrl url, String user, String password) {
    if (url.password() != null || !url.database().isEmpty()) {
      throw new ConfigException(
          "redis.sentinels (SECKILL_REDIS_SENTINELS) takes host and port only; who asks them is"
              + " set with redis.sentinelUser and redis.sentinelPassword");
    }
    return new StoreUrl(
        url.scheme(), user, password.isEmpty() ? null : password, url.host(), url.port(), "");
  }

  /** Refuses what would be ignored otherwise, and files that cannot be used. Blocks. */
  void check() {
    boolean used =
        url.isTls()
            || backup.exists() && backup.url().isTls()
            || sentinels.addresses().stream().anyMatch(StoreUrl::isTls);
    if (!used && !(tls.files().isEmpty() && tls.verifyHost())) {
      throw new ConfigException(
          "redis.tls is set and no URL begins with rediss://, so that nothing of it would be used");
    }
    tls.files().check("redis.tls");
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
    return "RedisSettings[" + url + "]";
  }
}
