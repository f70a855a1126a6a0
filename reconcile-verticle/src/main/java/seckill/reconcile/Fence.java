package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/**
 * A number in MySQL that every run raises, so that whoever ran before writes nothing any more.
 *
 * <p>A lease alone does not keep a process away that was frozen and does not know that its time is
 * over. Every write of a run shows its number in the same transaction.
 */
final class Fence {
  private static final String NAME = "reconcile";
  private static final String RAISE =
      "INSERT INTO lease (name, fence, holder, taken_at) VALUES (?, 1, ?, ?)"
          + " ON DUPLICATE KEY UPDATE fence = fence + 1, holder = VALUES(holder),"
          + " taken_at = VALUES(taken_at)";
  private static final String READ = "SELECT fence FROM lease WHERE name = ? FOR UPDATE";
  private static final String FINISH =
      "UPDATE lease SET finished_at = ? WHERE name = ? AND fence = ?";
  private static final String FINISHED = "SELECT finished_at FROM lease WHERE name = ?";

  private final MySqlLink mysql;
  private final Clock clock;

  Fence(MySqlLink mysql, Clock clock) {
    this.mysql = mysql;
    this.clock = clock;
  }

  /** Raises the fence for a run; its writes are the only ones that pass from now on. */
  Future<Long> raise(String token) {
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(RAISE)
                .execute(Tuple.of(NAME, token, SqlBooks.utc(clock.instant())))
                .compose(raised -> read(connection)));
  }

  private static Future<Long> read(SqlConnection connection) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(NAME))
        .map(rows -> rows.size() == 0 ? 0L : rows.iterator().next().getLong(0));
  }

  /** Fails with CONFLICT if the fence is higher, and keeps it from rising until the commit. */
  static Future<Void> require(SqlConnection connection, long fence) {
    return read(connection)
        .compose(
            highest ->
                highest == fence ? Future.succeededFuture() : Future.failedFuture(overtaken()));
  }

  /** What a run hears that was overtaken. */
  static SeckillException overtaken() {
    return new SeckillException(
        Outcome.CONFLICT, "the reconciliation was given up: another one has begun since");
  }

  /** Notes that the run with this fence got to its end. */
  Future<Instant> finish(long fence) {
    Instant now = clock.instant();
    return mysql.execute(FINISH, Tuple.of(SqlBooks.utc(now), NAME, fence)).map(now);
  }

  /** When the last run of whatever process got to its end, if one did. */
  Future<Optional<Instant>> lastFinished() {
    return mysql.execute(FINISHED, Tuple.of(NAME)).map(Fence::instant);
  }

  private static Optional<Instant> instant(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return Optional.empty();
    }
    LocalDateTime at = rows.iterator().next().getLocalDateTime(0);
    return Optional.ofNullable(at).map(time -> time.toInstant(ZoneOffset.UTC));
  }
}
