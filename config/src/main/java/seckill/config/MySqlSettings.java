package seckill.config;

import io.vertx.core.json.JsonObject;

/**
 * How to reach MySQL or MariaDB.
 *
 * @param url {@code mysql://user:password@host:port/database}
 * @param tls how connections are encrypted
 * @param poolSize connections
 * @param maxWaiting callers that may wait for a connection; more are refused at once
 * @param connectTimeoutMillis for one try to get a connection
 * @param queryTimeoutMillis for one statement or transaction
 * @param transactionTries of one transaction that the server undoes for another one's sake
 * @param transactionRetryMillis wait before the second of these tries; it doubles each time
 * @param writableCheckMillis how long a connection is used without asking whether its server takes
 *     writes
 * @param idleTimeoutSeconds after which an idle connection is closed; below the server's
 *     wait_timeout
 * @param migrate whether this service brings the schema up to date at start
 * @param startTimeoutMillis how long a start waits for the server to answer
 */
public record MySqlSettings(
    StoreUrl url,
    Tls tls,
    int poolSize,
    int maxWaiting,
    int connectTimeoutMillis,
    long queryTimeoutMillis,
    int transactionTries,
    long transactionRetryMillis,
    long writableCheckMillis,
    int idleTimeoutSeconds,
    boolean migrate,
    long startTimeoutMillis) {

  private static final String SECTION = "mysql.tls";

  /** How a connection is encrypted, and what is looked at for that. */
  public enum TlsMode {
    /** Never. */
    DISABLED,
    /** If the server can; its certificate is not looked at. */
    PREFERRED,
    /** Always; its certificate is not looked at. */
    REQUIRED,
    /** Always, with a certificate of a known CA. */
    VERIFY_CA,
    /** Always, with a certificate of a known CA for the host that was asked for. */
    VERIFY_IDENTITY;

    /** Whether the server has to prove who it is. */
    public boolean verifies() {
      return this == VERIFY_CA || this == VERIFY_IDENTITY;
    }
  }

  /**
   * How connections are encrypted.
   *
   * @param mode of all of them
   * @param files that it takes
   */
  public record Tls(TlsMode mode, TlsFiles files) {}

  /**
   * Reads the section {@code mysql}.
   *
   * @throws ConfigException if the URL cannot be read
   */
  public static MySqlSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("mysql");
    JsonObject tls = section.getJsonObject("tls");
    return new MySqlSettings(
        StoreUrl.mysql("mysql.url", section.getString("url")),
        new Tls(TlsMode.valueOf(tls.getString("mode")), TlsFiles.of(tls)),
        section.getInteger("poolSize"),
        section.getInteger("maxWaiting"),
        section.getInteger("connectTimeoutMillis"),
        section.getLong("queryTimeoutMillis"),
        section.getInteger("transactionTries"),
        section.getLong("transactionRetryMillis"),
        section.getLong("writableCheckMillis"),
        section.getInteger("idleTimeoutSeconds"),
        section.getBoolean("migrate"),
        section.getLong("startTimeoutMillis"));
  }

  /** Refuses what would be ignored otherwise, and files that cannot be used. Blocks. */
  void check() {
    TlsFiles files = tls.files();
    if (tls.mode() == TlsMode.DISABLED && !files.isEmpty()) {
      throw new ConfigException(
          TlsFiles.named(SECTION, "mode") + " is DISABLED, so that no file of mysql.tls is used");
    }
    if (!tls.mode().verifies() && !files.caFile().isEmpty()) {
      throw new ConfigException(
          TlsFiles.named(SECTION, "caFile")
              + " is not used by the mode "
              + tls.mode()
              + ", which looks at no CA; VERIFY_CA and VERIFY_IDENTITY do");
    }
    files.check(SECTION);
  }

  /** The same server, with another number of connections. */
  public MySqlSettings withPoolSize(int connections) {
    return new MySqlSettings(
        url,
        tls,
        connections,
        maxWaiting,
        connectTimeoutMillis,
        queryTimeoutMillis,
        transactionTries,
        transactionRetryMillis,
        writableCheckMillis,
        idleTimeoutSeconds,
        migrate,
        startTimeoutMillis);
  }

  @Override
  public String toString() {
    return "MySqlSettings[" + url + "]";
  }
}
