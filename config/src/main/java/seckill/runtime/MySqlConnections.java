package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;

/**
 * Lends the connections of a pool, and those to a server that became read-only no more.
 *
 * <p>After a failover the address leads to another server, while the connections that stand stay
 * with the one that was demoted: it goes on answering and refuses every write. So a connection is
 * asked again before it is lent if that was not done lately, and when one server is found
 * read-only, all connections of that time are closed, the idle ones as soon as they are taken.
 */
final class MySqlConnections {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlConnections.class);
  private static final String READ_ONLY =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
          + " ('read_only', 'super_read_only', 'innodb_read_only')";
  private static final Set<String> WRITABLE = Set.of("OFF", "0", "NO");

  private final Vertx vertx;
  private final Pool pool;
  private final long lookNanos;
  private final long lookTimeoutMillis;
  private final AtomicLong generation = new AtomicLong();
  private final AtomicBoolean told = new AtomicBoolean();

  MySqlConnections(Vertx vertx, Pool pool, MySqlSettings settings) {
    this.vertx = vertx;
    this.pool = pool;
    this.lookNanos = TimeUnit.MILLISECONDS.toNanos(settings.writableCheckMillis());
    this.lookTimeoutMillis = settings.connectTimeoutMillis();
  }

  /** The name of the variable that says that a server takes no writes, or {@code null}. */
  static Future<String> readOnlyBy(SqlConnection connection) {
    return connection.query(READ_ONLY).execute().map(MySqlConnections::readOnlyBy);
  }

  private static String readOnlyBy(RowSet<Row> variables) {
    for (Row variable : variables) {
      if (!WRITABLE.contains(variable.getString(1).toUpperCase(Locale.ROOT))) {
        return variable.getString(0);
      }
    }
    return null;
  }

  /** The standing of a connection that was made now. */
  MySqlLease.Standing fresh() {
    return new MySqlLease.Standing(generation.get(), System.nanoTime());
  }

  /** Lends a connection. */
  Future<MySqlLease> lend() {
    return lend(false);
  }

  /**
   * @param replaced whether one was just closed after a look: the next is taken as it is, since
   *     there may be no other server
   */
  private Future<MySqlLease> lend(boolean replaced) {
    return pool.getConnection()
        .compose(
            connection -> {
              MySqlLease lease = new MySqlLease(vertx, connection);
              MySqlLease.Standing standing = lease.standing();
              if (standing.generation() < generation.get()) {
                close(lease);
                return lend(replaced);
              }
              return replaced || System.nanoTime() - standing.lookedAtNanos() < lookNanos
                  ? Future.succeededFuture(lease)
                  : lookAt(lease);
            });
  }

  private Future<MySqlLease> lookAt(MySqlLease lease) {
    return readOnlyBy(lease.connection())
        .timeout(lookTimeoutMillis, TimeUnit.MILLISECONDS)
        .transform(
            looked -> {
              if (looked.succeeded() && looked.result() == null) {
                lease.stands(
                    new MySqlLease.Standing(lease.standing().generation(), System.nanoTime()));
                if (told.getAndSet(false)) {
                  LOG.info("MySQL takes writes again");
                }
                return Future.succeededFuture(lease);
              }
              if (looked.succeeded()) {
                leave(lease, looked.result());
              }
              close(lease);
              return lend(true);
            });
  }

  private static void close(MySqlLease lease) {
    lease.doubt();
    lease.release();
  }

  /** Takes note of what work failed of: some failures say that the server is the wrong one. */
  void failed(MySqlLease lease, Throwable cause) {
    if (MySqlErrors.endsConnections(cause)) {
      leave(lease, "refusing: " + cause.getMessage());
      lease.doubt();
    }
    // Nobody knows where the rest of such an answer stands.
    if (MySqlErrors.code(cause) == MySqlLink.UNREADABLE_ANSWER) {
      lease.doubt();
    }
  }

  // Whoever hears the same of a connection that is older than the last time changes nothing.
  private void leave(MySqlLease lease, String why) {
    long found = lease.standing().generation();
    if (generation.compareAndSet(found, found + 1) && !told.getAndSet(true)) {
      LOG.warn("MySQL is {}; its connections are closed and made anew", why);
    }
  }
}
