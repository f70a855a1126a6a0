package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;

/**
 * A bounded pool of MySQL or MariaDB connections on which every statement has a time limit.
 *
 * <p>Times are UTC and texts are utf8mb4 on every connection, whatever the server's defaults.
 */
public final class MySqlLink {
  /** A unique key is violated. */
  public static final int DUPLICATE_KEY = 1062;

  private static final Logger LOG = LoggerFactory.getLogger(MySqlLink.class);
  private static final int MAX_LIFETIME_MINUTES = 30;
  private static final int SILENCE_SLACK_MILLIS = 500;

  /** Multi-row statements are long, and preparing one costs as much as running it. */
  private static final int CACHED_STATEMENT_CHARS = 65536;

  private static final long PROBE_MIN_MILLIS = 100;
  private static final long PROBE_MAX_MILLIS = 2000;

  /** Server errors that pass by themselves: the same statement may succeed later. */
  private static final Set<Integer> TRANSIENT_ERRORS =
      Set.of(
          1040, // too many connections
          1053, // server shutdown in progress
          1158, 1159, 1160, 1161, // broken network
          1205, // lock wait timeout
          1213, // deadlock
          1290, // read-only server
          1317, // query interrupted
          1836, // read-only mode
          1927, // connection was killed (MariaDB)
          2006, // server has gone away
          2013, // lost connection
          3024); // execution time exceeded

  private final Vertx vertx;
  private final MySqlSettings settings;
  private final Pool pool;

  /** A pool that connects when first used. */
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
                silenceLimit(settings),
                MySqlLink::prepare);
  }

  private static PoolOptions poolOptions(MySqlSettings settings) {
    return new PoolOptions()
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
    MySQLConnectOptions options = MySQLConnectOptions.fromUri(settings.url());
    return options
        .setUseAffectedRows(true)
        .setCharset("utf8mb4")
        .setCollation("utf8mb4_unicode_ci")
        .setCachePreparedStatements(true)
        .setPreparedStatementCacheSqlLimit(CACHED_STATEMENT_CHARS);
  }

  // A connection on which nothing comes back is closed: a pooled one cannot be dropped otherwise.
  private static NetClientOptions silenceLimit(MySqlSettings settings) {
    return new NetClientOptions()
        .setConnectTimeout(settings.connectTimeoutMillis())
        .setTcpKeepAlive(true)
        .setTcpNoDelay(true)
        .setReadIdleTimeout((int) settings.queryTimeoutMillis() + SILENCE_SLACK_MILLIS)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  private static void prepare(SqlConnection connection) {
    connection
        .query("SET time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'")
        .execute()
        .onFailure(cause -> LOG.warn("cannot prepare a MySQL session: {}", cause.getMessage()))
        .onComplete(done -> connection.close());
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
    return limited(pool.query("SELECT 1").execute()).mapEmpty();
  }

  /** Runs one prepared statement. */
  public Future<RowSet<Row>> execute(String sql, Tuple parameters) {
    return limited(pool.preparedQuery(sql).execute(parameters));
  }

  /** Runs statements on one connection outside a transaction. */
  public <T> Future<T> withConnection(Function<SqlConnection, Future<T>> work) {
    return withOwnConnection(work);
  }

  /** Runs statements in one transaction; a failure or the time limit rolls it back. */
  public <T> Future<T> withTransaction(Function<SqlConnection, Future<T>> work) {
    return withOwnConnection(
        connection -> {
          long deadline =
              System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.queryTimeoutMillis());
          return connection
              .begin()
              .compose(
                  transaction ->
                      work.apply(connection)
                          .compose(result -> inTime(result, deadline))
                          .compose(
                              result -> transaction.commit().map(result),
                              cause ->
                                  transaction
                                      .rollback()
                                      .transform(done -> Future.failedFuture(cause))));
        });
  }

  // The caller has been told of a failure by then, so a late success must not be committed.
  private static <T> Future<T> inTime(T result, long deadlineNanos) {
    return System.nanoTime() < deadlineNanos
        ? Future.succeededFuture(result)
        : Future.failedFuture(new TimeoutException("the transaction took too long"));
  }

  // A connection goes back to the pool only when its work has ended, not when the caller stops
  // waiting: a later statement of that work would otherwise run outside its transaction.
  private <T> Future<T> withOwnConnection(Function<SqlConnection, Future<T>> work) {
    Future<SqlConnection> acquired = pool.getConnection();
    Future<SqlConnection> inTime = limited(acquired);
    inTime.onFailure(late -> acquired.onSuccess(SqlConnection::close));
    return inTime.compose(
        connection ->
            limited(
                Future.succeededFuture(connection)
                    .compose(work)
                    .onComplete(done -> connection.close())));
  }

  private <T> Future<T> limited(Future<T> future) {
    return future.timeout(settings.queryTimeoutMillis(), TimeUnit.MILLISECONDS);
  }

  /** Closes all connections. */
  public Future<Void> close() {
    return pool.close();
  }

  /** The server's error number, or 0 if the failure did not come from the server. */
  public static int errorCode(Throwable cause) {
    return cause instanceof MySQLException error ? error.getErrorCode() : 0;
  }

  /**
   * Whether the same work may succeed later: lost connections, timeouts, deadlocks, a server that
   * starts, stops or is read-only.
   */
  public static boolean isTransient(Throwable cause) {
    if (cause instanceof MySQLException error) {
      return TRANSIENT_ERRORS.contains(error.getErrorCode());
    }
    return !(cause instanceof IllegalArgumentException) && !(cause instanceof ClassCastException);
  }
}
