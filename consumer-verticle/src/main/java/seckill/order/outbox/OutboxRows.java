package seckill.order.outbox;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import seckill.order.MultiRow;
import seckill.runtime.MySqlLink;

/** The outbox in MySQL. On one event loop. */
public final class OutboxRows {
  private static final String INSERT =
      "INSERT INTO outbox (kind, item_id, order_id, user_id, payload, next_at, created_at) VALUES ";
  private static final String ROW = "(?, ?, ?, ?, ?, ?, ?)";
  // Of each order the oldest task only: what comes later must not overtake it.
  private static final String DUE =
      "SELECT id, kind, item_id, order_id, user_id, payload, attempts FROM outbox o"
          + " WHERE next_at <= ? AND (claimed_until IS NULL OR claimed_until <= ?)"
          + " AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.order_id = o.order_id AND e.id < o.id)"
          + " ORDER BY next_at LIMIT ? FOR UPDATE SKIP LOCKED";
  private static final String CLAIM =
      "UPDATE outbox SET attempts = attempts + 1, claimed_by = ?, claimed_until = ?"
          + " WHERE id IN (";
  private static final String PUT_BACK =
      "UPDATE outbox SET claimed_by = NULL, claimed_until = NULL, next_at = ?"
          + " WHERE claimed_by = ? AND claimed_until = ? AND id IN (";
  private static final String REMOVE = "DELETE FROM outbox WHERE id IN (";
  private static final String REMOVE_CLAIMED =
      "DELETE FROM outbox WHERE id = ? AND claimed_by = ? AND claimed_until = ?";
  private static final String WAITING =
      "SELECT COUNT(*) FROM (SELECT 1 FROM outbox LIMIT 100000) some";
  private static final String OLDEST = "SELECT created_at FROM outbox ORDER BY id LIMIT 1";

  private final MySqlLink mysql;
  private final Clock clock;
  private final MultiRow<UnitTask> insert = new MultiRow<>(INSERT, ROW, "", this::bind);
  private final MultiRow<Long> claim = new MultiRow<>(CLAIM, "?", ")", Tuple::addLong);
  private final MultiRow<Long> putBack = new MultiRow<>(PUT_BACK, "?", ")", Tuple::addLong);
  private final MultiRow<Long> remove = new MultiRow<>(REMOVE, "?", ")", Tuple::addLong);

  public OutboxRows(MySqlLink mysql, Clock clock) {
    this.mysql = mysql;
    this.clock = clock;
  }

  /** Adds tasks in the transaction that they follow from. */
  public Future<Void> add(SqlConnection connection, List<UnitTask> tasks) {
    return insert.insert(connection, tasks);
  }

  private void bind(Tuple tuple, UnitTask task) {
    LocalDateTime now = utc(clock.instant());
    tuple
        .addString(task.kind().name())
        .addLong(task.itemId())
        .addString(task.orderId())
        .addBuffer(task.userId())
        .addString(task.payload().encode())
        .addLocalDateTime(now)
        .addLocalDateTime(now);
  }

  /**
   * Claims tasks that are due, of each order the oldest.
   *
   * @param until when others may take them over, in whole milliseconds
   */
  Future<List<ClaimedTask>> claim(String by, Instant until, int limit) {
    LocalDateTime now = utc(clock.instant());
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(DUE)
                .execute(Tuple.of(now, now, limit))
                .map(rows -> claimed(rows, by, until))
                .compose(tasks -> note(connection, tasks, by, until)));
  }

  private Future<List<ClaimedTask>> note(
      SqlConnection connection, List<ClaimedTask> tasks, String by, Instant until) {
    return tasks.isEmpty()
        ? Future.succeededFuture(tasks)
        : claim.select(connection, Tuple.of(by, utc(until)), ids(tasks)).map(tasks);
  }

  private static List<ClaimedTask> claimed(RowSet<Row> rows, String by, Instant until) {
    List<ClaimedTask> tasks = new ArrayList<>(rows.size());
    for (Row row : rows) {
      UnitTask task =
          new UnitTask(
              UnitTask.Kind.valueOf(row.getString("kind")),
              row.getLong("item_id"),
              row.getString("order_id"),
              row.getBuffer("user_id"),
              new JsonObject(row.getString("payload")));
      tasks.add(
          new ClaimedTask(row.getLong("id"), task, row.getInteger("attempts") + 1, by, until));
    }
    return tasks;
  }

  /** Removes tasks that are done; whoever else holds them now finds nothing left to do. */
  Future<Void> remove(List<ClaimedTask> tasks) {
    return mysql
        .withConnection(connection -> remove.select(connection, Tuple.tuple(), ids(tasks)))
        .mapEmpty();
  }

  /** Removes a task in a transaction; tells whether it was there under this very claim. */
  public Future<Boolean> removeClaimed(SqlConnection connection, ClaimedTask task) {
    return connection
        .preparedQuery(REMOVE_CLAIMED)
        .execute(Tuple.of(task.id(), task.claimedBy(), utc(task.claimedUntil())))
        .map(result -> result.rowCount() == 1);
  }

  /** Gives tasks of one claim back, to be due at an instant. */
  Future<Void> putBack(List<ClaimedTask> tasks, Instant nextAt) {
    ClaimedTask first = tasks.get(0);
    Tuple claimed = Tuple.of(utc(nextAt), first.claimedBy(), utc(first.claimedUntil()));
    return mysql
        .withConnection(connection -> putBack.select(connection, claimed, ids(tasks)))
        .mapEmpty();
  }

  /**
   * How much there is to do.
   *
   * @param waiting tasks, up to a hundred thousand
   * @param oldest when the first of them was added, or {@code null}
   */
  record Figures(long waiting, Instant oldest) {}

  Future<Figures> figures() {
    return mysql
        .execute(WAITING, Tuple.tuple())
        .compose(
            count ->
                mysql
                    .execute(OLDEST, Tuple.tuple())
                    .map(
                        oldest ->
                            new Figures(
                                count.iterator().next().getLong(0),
                                oldest.size() == 0
                                    ? null
                                    : oldest
                                        .iterator()
                                        .next()
                                        .getLocalDateTime(0)
                                        .toInstant(ZoneOffset.UTC))));
  }

  private static List<Long> ids(List<ClaimedTask> tasks) {
    return tasks.stream().map(ClaimedTask::id).toList();
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
