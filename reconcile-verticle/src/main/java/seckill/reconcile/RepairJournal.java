package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import seckill.runtime.MySqlLink;

/**
 * The journal of repairs in MySQL: what is planned before it is done, and what came of it.
 *
 * <p>Whatever is planned and not closed was begun by a run that died; the next one looks first.
 */
final class RepairJournal {
  private static final int MAX_DETAIL_CHARS = 400;
  private static final int MAX_OPEN = 10_000;
  private static final String LOCK_ITEM = "SELECT id FROM seckill_item WHERE id = ? FOR UPDATE";
  private static final String WRITE =
      "INSERT INTO repair (item_id, kind, subject, fence, state, detail, planned_at, done_at)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
          + " ON DUPLICATE KEY UPDATE fence = VALUES(fence), state = VALUES(state),"
          + " detail = VALUES(detail), planned_at = VALUES(planned_at), done_at = VALUES(done_at)";
  private static final String CLOSE =
      "UPDATE repair SET state = ?, detail = ?, done_at = ?"
          + " WHERE item_id = ? AND kind = ? AND subject = ?";
  private static final String OPEN =
      "SELECT kind, subject, detail FROM repair WHERE item_id = ? AND state = 'PLANNED'"
          + " ORDER BY id LIMIT ?";

  private final MySqlLink mysql;
  private final Clock clock;

  RepairJournal(MySqlLink mysql, Clock clock) {
    this.mysql = mysql;
    this.clock = clock;
  }

  /** The states of a journal entry. */
  enum State {
    PLANNED,
    DONE,
    REFUSED
  }

  /** What a run has begun. */
  record Entry(RepairKind kind, String subject, String detail) {}

  /** A transaction of a run over one item, whose ledger row it holds. */
  <T> Future<T> decide(long fence, long itemId, Function<SqlConnection, Future<T>> work) {
    return mysql.withTransaction(
        connection ->
            Fence.require(connection, fence)
                .compose(held -> connection.preparedQuery(LOCK_ITEM).execute(Tuple.of(itemId)))
                .compose(locked -> work.apply(connection)));
  }

  /** Writes an entry, or writes it anew. */
  Future<Void> write(SqlConnection connection, long fence, long itemId, Entry entry, State state) {
    LocalDateTime now = SqlBooks.utc(clock.instant());
    return connection
        .preparedQuery(WRITE)
        .execute(
            Tuple.of(
                itemId,
                entry.kind().name(),
                bytes(entry.subject()),
                fence,
                state.name(),
                clip(entry.detail()),
                now,
                state == State.PLANNED ? null : now))
        .mapEmpty();
  }

  /** Says what came of a planned entry, inside a transaction of its own. */
  Future<Void> close(long fence, long itemId, Entry entry, State state) {
    return mysql.withTransaction(
        connection ->
            Fence.require(connection, fence)
                .compose(held -> close(connection, itemId, entry, state)));
  }

  /** Says what came of a planned entry. */
  Future<Void> close(SqlConnection connection, long itemId, Entry entry, State state) {
    return connection
        .preparedQuery(CLOSE)
        .execute(
            Tuple.of(
                state.name(),
                clip(entry.detail()),
                SqlBooks.utc(clock.instant()),
                itemId,
                entry.kind().name(),
                bytes(entry.subject())))
        .mapEmpty();
  }

  /** What was begun and not closed. */
  Future<List<Entry>> open(long itemId) {
    return mysql
        .execute(OPEN, Tuple.of(itemId, MAX_OPEN))
        .map(
            rows -> {
              List<Entry> entries = new ArrayList<>();
              rows.forEach(
                  row ->
                      entries.add(
                          new Entry(
                              RepairKind.valueOf(row.getString(0)),
                              row.getBuffer(1).toString(StandardCharsets.UTF_8),
                              row.getString(2))));
              return entries;
            });
  }

  private static Buffer bytes(String text) {
    return SqlBooks.bytes(text);
  }

  private static String clip(String detail) {
    return detail.length() <= MAX_DETAIL_CHARS ? detail : detail.substring(0, MAX_DETAIL_CHARS);
  }
}
