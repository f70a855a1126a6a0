package seckill.config;

import io.vertx.core.json.JsonObject;

/**
 * How to reach MySQL or MariaDB.
 *
 * @param url {@code mysql://user:password@host:port/database}
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
    String url,
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

  /** Reads the section {@code mysql}. */
  public static MySqlSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("mysql");
    return new MySqlSettings(
        section.getString("url"),
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

  /** The same server, with another number of connections. */
  public MySqlSettings withPoolSize(int connections) {
    return new MySqlSettings(
        url,
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
    return "MySqlSettings[" + SecretMask.maskUrl(url) + "]";
  }
}
