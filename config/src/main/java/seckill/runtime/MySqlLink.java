package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.ConfigException;
import seckill.config.MySqlSettings;

/**
 * A bounded pool of MySQL or MariaDB connections on which all work has a time limit.
 *
 * <p>Times are UTC and texts are utf8mb4 on every connection, whatever the server's defaults. A
 * connection whose work ran out of time is closed, so that nothing of it is carried out later.
 */
public final class MySqlLink {
  /** A unique key is violated. */
  public static final int DUPLICATE_KEY = 1062;

  private static final Logger LOG = LoggerFactory.getLogger(MySqlLink.class);
  private static final int MAX_LIFETIME_MINUTES = 30;
  private static final long PROBE_MIN_MILLIS = 100;
  private static final long PROBE_MAX_MILLIS = 2000;

  /** Multi-row statements are long, and preparing one costs as much as running it. */
  private static final int CACHED_STATEMENT_CHARS = 65_536;

  /** The server gives up a lock before the link gives up the work, so that the error is told. */
  private static final long LOCK_WAITS_PER_LIMIT = 2;

  private static final String SESSION =
      "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, time_zone = '+00:00', autocommit = 1,"
          + " sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',"
          + " innodb_lock_wait_timeout = ";
  private static final String ISOLATION =
      "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE";

  private static final String READ_ONLY =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
          + " ('read_only', 'super_read_only', 'innodb_read_only')";
  private static final Set<String> WRITABLE = Set.of("OFF", "0", "NO");

  private final Vertx vertx;
  private final MySqlSettings settings;
  private final Pool pool;

  /**
   * A pool that connects when first used.
   *
   * @throws ConfigException if the URL cannot be read
   */
  public MySqlLink(Vertx vertx, MySqlSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
    MySQLConnectOptions target = connectOptions(settings);
    this.pool =
        new MySqlTransport()
            .createPool(
                vertx,
                () -> Future.succeededFuture(target),
                poolOptions(settings),
                netOptions(settings),
                this::prepare);
  }

  private static PoolOptions poolOptions(MySqlSettings settings) {
    return new PoolOptions()
        .setName("mysql")
        .setMaxSize(settings.poolSize())
        .setMaxWaitQueueSize(settings.maxWaiting())
        .setConnectionTimeout(settings.connectTimeoutMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout(settings.idleTimeoutSeconds())
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setMaxLifetime(MAX_LIFETIME_MINUTES)
        .setMaxLifetimeUnit(TimeUnit.MINUTES);
  }

  private static MySQLConnectOptions connectOptions(MySqlSettings settings) {
    try {
      return MySQLConnectOptions.fromUri(settings.url())
          .setUseAffectedRows(true)
          .setCharset("utf8mb4")
          .setCollation("utf8mb4_unicode_ci")
          .setCachePreparedStatements(true)
          .setPreparedStatementCacheSqlLimit(CACHED_STATEMENT_CHARS);
    } catch (IllegalArgumentException e) {
      // Its message repeats the URL, and with it the password.
      throw new ConfigException(
          "mysql.url (SECKILL_MYSQL_URL) cannot be read; special characters in it must be"
              + " percent-encoded");
    }
  }

  private static NetClientOptions netOptions(MySqlSettings settings) {
    return new NetClientOptions()
        .setConnectTimeout(settings.connectTimeoutMillis())
        .setTcpKeepAlive(true)
        .setTcpNoDelay(true)
        // A server that accepts and then says nothing would hold its place in the pool for ever.
        .setReadIdleTimeout(settings.connectTimeoutMillis())
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  // The pool hands a connection out once this handler has given it back.
  private void prepare(SqlConnection connection) {
    long limitSeconds = TimeUnit.MILLISECONDS.toSeconds(settings.queryTimeoutMillis());
    connection
        .query(SESSION + Math.max(1, limitSeconds / LOCK_WAITS_PER_LIMIT))
        .execute()
        .compose(named -> connection.query(ISOLATION).execute())
        .onSuccess(
            ready -> {
              MySqlLease.allowSilence(connection);
              connection.close();
            })
        .onFailure(
            cause -> {
              LOG.warn("cannot prepare a MySQL session: {}", cause.getMessage());
              MySqlLease.closeSocket(connection);
            });
  }

  /** Succeeds once the server answers, and fails when the start timeout is over. */
  public Future<Void> awaitReady() {
    Promise<Void> promise = Promise.promise();
    long deadline =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.startTimeoutMillis());
    probe(promise, deadline, new Backoff(PROBE_MIN_MILLIS, PROBE_MAX_MILLIS));
    return promise.future();
  }

  private void probe(Promise<Void> promise, long deadlineNanos, Backoff backoff) {
    ping()
        .onSuccess(promise::complete)
        .onFailure(
            cause -> {
              if (System.nanoTime() > deadlineNanos || !isTransient(cause)) {
                promise.fail("cannot reach MySQL: " + cause.getMessage());
                return;
              }
              if (backoff.failures() == 0) {
                LOG.warn("cannot reach MySQL, trying again: {}", cause.getMessage());
              }
              vertx.setTimer(backoff.next(), again -> probe(promise, deadlineNanos, backoff));
            });
  }

  /** Succeeds if the server answers now. */
  public Future<Void> ping() {
    return withConnection(connection -> connection.query("SELECT 1").execute()).mapEmpty();
  }

  /** Succeeds if the server answers now and takes writes. */
  public Future<Void> requireWritable() {
    return withConnection(connection -> connection.query(READ_ONLY).execute())
        .map(
            variables -> {
              for (Row variable : variables) {
                if (!WRITABLE.contains(variable.getString(1).toUpperCase(Locale.ROOT))) {
                  throw new IllegalStateException("MySQL is " + variable.getString(0));
                }
              }
              return null;
            });
  }

  /** Runs one prepared statement. */
  public Future<RowSet<Row>> execute(String sql, Tuple parameters) {
    return withConnection(connection -> connection.preparedQuery(sql).execute(parameters));
  }

  /** Runs statements on one connection outside a transaction. */
  public <T> Future<T> withConnection(Function<SqlConnection, Future<T>> work) {
    return borrow(settings.queryTimeoutMillis(), lease -> work.apply(lease.connection()));
  }

  /** Runs statements on one connection that have the time of a start. */
  <T> Future<T> withPatientConnection(Function<SqlConnection, Future<T>> work) {
    return borrow(patienceMillis(), lease -> work.apply(lease.connection()));
  }

  /** How long a start may take. */
  long patienceMillis() {
    return Math.max(settings.startTimeoutMillis(), settings.queryTimeoutMillis());
  }

  /**
   * Runs statements in one transaction; a failure or the time limit rolls it back. After a failed
   * commit its outcome is unknown.
   */
  public <T> Future<T> withTransaction(Function<SqlConnection, Future<T>> work) {
    return borrow(
        settings.queryTimeoutMillis(),
        lease ->
            lease
                .connection()
                .begin()
                .compose(
                    transaction ->
                        Future.succeededFuture(lease.connection())
                            .compose(work)
                            .compose(
                                result -> commit(lease, transaction).map(result),
                                cause -> rollback(lease, transaction, cause))));
  }

  private static Future<Void> commit(MySqlLease lease, Transaction transaction) {
    return transaction.commit().onFailure(cause -> lease.doubt());
  }

  private static <T> Future<T> rollback(
      MySqlLease lease, Transaction transaction, Throwable cause) {
    return transaction
        .rollback()
        .onFailure(unknown -> lease.doubt())
        .transform(done -> Future.failedFuture(cause));
  }

  private <T> Future<T> borrow(long limitMillis, Function<MySqlLease, Future<T>> work) {
    return pool.getConnection()
        .compose(
            connection -> {
              MySqlLease lease = new MySqlLease(vertx, connection);
              Future<T> result = Future.succeededFuture(lease).compose(work);
              return result
                  .timeout(limitMillis, TimeUnit.MILLISECONDS)
                  .onComplete(
                      done -> {
                        if (!result.isComplete()) {
                          lease.doubt();
                        }
                        lease.release();
                      });
            });
  }

  /** Closes all connections. */
  public Future<Void> close() {
    return pool.close();
  }

  /** The server's error number, or 0 if the failure did not come from the server. */
  public static int errorCode(Throwable cause) {
    return MySqlErrors.code(cause);
  }

  /** Whether two transactions stood in each other's way: a deadlock, or a lock not got in time. */
  public static boolean isLockConflict(Throwable cause) {
    return MySqlErrors.isLockConflict(cause);
  }

  /** Whether a row was refused for what it contains, other than a key that is there already. */
  public static boolean isDataError(Throwable cause) {
    return MySqlErrors.isDataError(cause);
  }

  /**
   * Whether the same work may succeed later: lost connections, timeouts, deadlocks, a full disk, a
   * server that starts, stops or is read-only. Other failures of the work itself stay.
   */
  public static boolean isTransient(Throwable cause) {
    return MySqlErrors.isTransient(cause);
  }
}
