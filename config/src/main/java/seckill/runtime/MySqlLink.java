package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;
import seckill.runtime.mysql.MySqlTransport;

/**
 * A bounded pool of MySQL or MariaDB connections on which all work has a time limit.
 *
 * <p>Times are UTC and texts are utf8mb4 on every connection, whatever the server's defaults. A
 * connection whose work ran out of time is closed, so that nothing of it is carried out later.
 */
public final class MySqlLink {
  /** A unique key is violated. */
  public static final int DUPLICATE_KEY = 1062;

  /** A value that a server has sent is none, a date with the month 0 for example. */
  public static final int UNREADABLE_ANSWER = MySqlTransport.UNREADABLE_ANSWER;

  private static final Logger LOG = LoggerFactory.getLogger(MySqlLink.class);
  private static final long PROBE_MIN_MILLIS = 100;
  private static final long PROBE_MAX_MILLIS = 2000;

  /** Multi-row statements are long, and preparing one costs as much as running it. */
  private static final int CACHED_STATEMENT_CHARS = 65_536;

  /** The server gives up a lock before the link gives up the work, so that the error is told. */
  private static final long LOCK_WAITS_PER_LIMIT = 2;

  /** A thousandth of a second. */
  private static final int MILLIS_DIGITS = 3;

  private static final String SESSION =
      "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, time_zone = '+00:00', autocommit = 1,"
          + " sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',"
          + " innodb_lock_wait_timeout = ";

  // A statement goes on after its connection was closed, and holds its locks meanwhile. MariaDB can
  // be told to end it; for MySQL, which cannot, this is a comment.
  private static final String STATEMENT_LIMIT = " /*M!100101 , max_statement_time = %s */";
  private static final String PATIENT = "SET autocommit = 1" + STATEMENT_LIMIT.formatted(0);
  private static final String ISOLATION =
      "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE";

  private final Vertx vertx;
  private final MySqlSettings settings;
  private final Pool pool;
  private final MySqlConnections connections;
  private final MySqlRetry retry;

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
                StoreOptions.mysqlPool(settings),
                StoreOptions.mysqlTcp(settings),
                this::prepare);
    this.connections = new MySqlConnections(vertx, pool, settings);
    this.retry = new MySqlRetry(vertx, settings);
  }

  private static MySQLConnectOptions connectOptions(MySqlSettings settings) {
    return StoreOptions.mysql(settings)
        .setUseAffectedRows(true)
        .setCharset("utf8mb4")
        .setCollation("utf8mb4_unicode_ci")
        .setCachePreparedStatements(true)
        .setPreparedStatementCacheSqlLimit(CACHED_STATEMENT_CHARS);
  }

  // The pool hands a connection out once this handler has given it back.
  private void prepare(SqlConnection connection) {
    long limitSeconds = TimeUnit.MILLISECONDS.toSeconds(settings.queryTimeoutMillis());
    String limit = BigDecimal.valueOf(settings.queryTimeoutMillis(), MILLIS_DIGITS).toPlainString();
    connection
        .query(
            SESSION
                + Math.max(1, limitSeconds / LOCK_WAITS_PER_LIMIT)
                + STATEMENT_LIMIT.formatted(limit))
        .execute()
        .compose(named -> connection.query(ISOLATION).execute())
        .onSuccess(
            ready -> {
              MySqlLease.allowSilence(connection);
              MySqlLease.stands(connection, connections.fresh());
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
              if (System.nanoTime() > deadlineNanos
                  || !isTransient(cause)
                  || TlsFaults.isHopeless(cause)) {
                promise.fail("cannot reach MySQL: " + TlsFaults.reason(cause));
                return;
              }
              if (backoff.failures() == 0) {
                LOG.warn("cannot reach MySQL, trying again: {}", TlsFaults.reason(cause));
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
    return withConnection(MySqlConnections::readOnlyBy)
        .map(
            variable -> {
              if (variable != null) {
                throw new IllegalStateException("MySQL is " + variable);
              }
              return null;
            });
  }

  /** Runs one prepared statement; once more if the server undid it or is read-only. */
  public Future<RowSet<Row>> execute(String sql, Tuple parameters) {
    return retry.run(
        limitMillis ->
            borrow(limitMillis, lease -> lease.connection().preparedQuery(sql).execute(parameters)),
        cause -> MySqlErrors.isUndone(cause) || MySqlErrors.isReadOnly(cause));
  }

  /** Runs statements on one connection outside a transaction. */
  public <T> Future<T> withConnection(Function<SqlConnection, Future<T>> work) {
    return borrow(settings.queryTimeoutMillis(), lease -> work.apply(lease.connection()));
  }

  /** Runs statements on one connection that have the time of a start. */
  <T> Future<T> withPatientConnection(Function<SqlConnection, Future<T>> work) {
    return borrow(
        patienceMillis(),
        lease ->
            lease
                .connection()
                .query(PATIENT)
                .execute()
                .compose(lifted -> work.apply(lease.connection()))
                // The next borrower is to find the usual limit.
                .onComplete(done -> lease.doubt()));
  }

  /** How long a start may take. */
  long patienceMillis() {
    return Math.max(settings.startTimeoutMillis(), settings.queryTimeoutMillis());
  }

  /**
   * Runs statements in one transaction; a failure or the time limit rolls it back. After a failed
   * commit its outcome is unknown.
   *
   * @param work is begun again, from the first statement, if the server undid the transaction for
   *     another one's sake or takes no writes any more
   */
  public <T> Future<T> withTransaction(Function<SqlConnection, Future<T>> work) {
    return withTransaction((connection, renew) -> work.apply(connection));
  }

  /**
   * The same for work that waits for others first.
   *
   * @param work lets its time begin anew by the runnable, once what it waited for is its own
   */
  public <T> Future<T> withTransaction(BiFunction<SqlConnection, Runnable, Future<T>> work) {
    AtomicReference<MySqlTransaction<T>> last = new AtomicReference<>();
    return retry.run(
        limitMillis ->
            borrow(
                limitMillis,
                lease -> {
                  MySqlTransaction<T> transaction = new MySqlTransaction<>(lease);
                  last.set(transaction);
                  return transaction.run(work);
                }),
        cause -> last.get() != null && last.get().mayRunAgain(cause));
  }

  private <T> Future<T> borrow(long limitMillis, Function<MySqlLease, Future<T>> work) {
    return connections
        .lend()
        .compose(
            lease ->
                lease.within(
                    limitMillis,
                    lent -> work.apply(lent).onFailure(cause -> connections.failed(lent, cause))));
  }

  /** Closes all connections. */
  public Future<Void> close() {
    return pool.close();
  }

  /** The server's error number, or 0 if the failure did not come from the server. */
  public static int errorCode(Throwable cause) {
    return MySqlErrors.code(cause);
  }

  /**
   * Whether two transactions stood in each other's way: a deadlock, a stale snapshot, or a lock not
   * got in time.
   */
  public static boolean isLockConflict(Throwable cause) {
    return MySqlErrors.isLockConflict(cause);
  }

  /** Whether a row was refused for what it contains, other than a key that is there already. */
  public static boolean isDataError(Throwable cause) {
    return MySqlErrors.isDataError(cause);
  }

  /** Whether the work was ended because it took too long; less of it may be done in time. */
  public static boolean isTooLong(Throwable cause) {
    return MySqlErrors.isTooLong(cause);
  }

  /**
   * Whether the same work may succeed later: lost connections, timeouts, deadlocks, a full disk, a
   * server that starts, stops or is read-only. Other failures of the work itself stay.
   */
  public static boolean isTransient(Throwable cause) {
    return MySqlErrors.isTransient(cause);
  }
}
