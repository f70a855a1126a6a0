package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import seckill.order.MultiRow;
import seckill.runtime.MySqlLink;

/**
 * Single notices that could not be sent at once: those that wait for another try, and those that
 * were given up.
 *
 * <p>Of one order only the first that waits is claimed, so that its notices keep their order.
 */
final class NoticeStore {
  /** For lists after IN: an event of a later version of the program is left to that version. */
  static final String KNOWN_EVENTS =
      Arrays.stream(NoticeEvent.values())
          .map(event -> "'" + event.name() + "'")
          .collect(Collectors.joining(", "));

  private static final String PARK =
      "INSERT INTO notice (id, event, item_id, order_id, state, attempts, next_at, last_error,"
          + " created_at) VALUES ";
  private static final String PARK_ROW =
      "(?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND, ?, ?)";
  private static final String KEEP_FIRST = " ON DUPLICATE KEY UPDATE id = id";
  private static final String FIND_DUE =
      "SELECT n.seq, n.id, n.event, n.item_id, n.order_id, n.attempts, n.created_at, o.user_id,"
          + " o.price_cents FROM notice n LEFT JOIN orders o ON o.order_id = n.order_id"
          + " WHERE n.state = 'WAITING' AND n.next_at <= UTC_TIMESTAMP(3) AND n.event IN ("
          + KNOWN_EVENTS
          + ") AND NOT EXISTS"
          + " (SELECT 1 FROM notice e WHERE e.order_id = n.order_id AND e.state = 'WAITING'"
          + " AND e.seq < n.seq) ORDER BY n.next_at, n.seq LIMIT ?";
  private static final String CLAIM =
      "UPDATE notice SET claimed_by = ?, attempts = attempts + 1,"
          + " next_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND"
          + " WHERE seq = ? AND state = 'WAITING' AND next_at <= UTC_TIMESTAMP(3)";
  private static final String END = "DELETE FROM notice WHERE seq = ? AND claimed_by = ?";
  private static final String STEP =
      "UPDATE notice SET state = ?, attempts = ?, last_error = ?, claimed_by = NULL,"
          + " next_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND WHERE seq = ? AND claimed_by = ?";

  private final MySqlLink mysql;
  private final MultiRow<Parked> park =
      new MultiRow<>(PARK, PARK_ROW, KEEP_FIRST, NoticeStore::bind);

  NoticeStore(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /**
   * A notice that was claimed for another try.
   *
   * @param attempts tries before this one
   * @param notice null if the order is gone
   */
  record Claimed(long seq, int attempts, long itemId, Notice notice) {}

  /**
   * What is to be written down of a claimed notice.
   *
   * @param step null if it was sent
   */
  record Settled(Claimed claimed, RetryRules.Step step) {}

  /** Adds notices inside a transaction; those that are there stay as they are. */
  Future<Void> park(SqlConnection connection, List<Parked> parked) {
    List<Parked> sorted = new ArrayList<>(parked);
    sorted.sort(Comparator.comparing(Parked::id));
    return park.insert(connection, sorted);
  }

  private static void bind(Tuple tuple, Parked parked) {
    RetryRules.Step step = parked.step();
    tuple
        .addString(parked.id())
        .addString(parked.event().name())
        .addLong(parked.itemId())
        .addString(parked.orderId())
        .addString(state(step))
        .addInteger(step.attempts())
        .addLong(TimeUnit.MILLISECONDS.toMicros(step.waitMillis()))
        .addString(step.error())
        .addLocalDateTime(parked.createdAt());
  }

  private static String state(RetryRules.Step step) {
    return step.givenUp() ? "GIVEN_UP" : "WAITING";
  }

  /** Claims due notices; the parameters are those of {@link BatchStore#claim}. */
  Future<List<Claimed>> claim(String token, int limit, long leaseMillis) {
    return mysql
        .execute(FIND_DUE, Tuple.of(limit))
        .compose(
            rows -> {
              List<Claimed> due = new ArrayList<>();
              rows.forEach(row -> due.add(claimed(row)));
              return claim(token, due, leaseMillis);
            });
  }

  private Future<List<Claimed>> claim(String token, List<Claimed> due, long leaseMillis) {
    if (due.isEmpty()) {
      return Future.succeededFuture(due);
    }
    long leaseMicros = TimeUnit.MILLISECONDS.toMicros(leaseMillis);
    return mysql.withTransaction(
        connection ->
            EachRow.changed(connection, CLAIM, due, c -> Tuple.of(token, leaseMicros, c.seq())));
  }

  private static Claimed claimed(Row row) {
    long itemId = row.getLong("item_id");
    LocalDateTime createdAt = row.getLocalDateTime("created_at");
    Notice notice =
        row.getBuffer("user_id") == null
            ? null
            : new Notice(
                row.getString("id"),
                NoticeEvent.valueOf(row.getString("event")),
                row.getString("order_id"),
                itemId,
                row.getBuffer("user_id").toString(),
                row.getLong("price_cents"),
                createdAt.toInstant(ZoneOffset.UTC));
    return new Claimed(row.getLong("seq"), row.getInteger("attempts"), itemId, notice);
  }

  /**
   * Writes down what became of claimed notices; can be repeated.
   *
   * @return those that were given up, without those that another sender has taken over
   */
  Future<List<Claimed>> settle(String token, List<Settled> results) {
    List<Settled> sent = results.stream().filter(r -> r.step() == null).toList();
    List<Settled> kept = results.stream().filter(r -> r.step() != null).toList();
    return mysql.withTransaction(
        connection ->
            EachRow.changed(connection, END, sent, r -> Tuple.of(r.claimed().seq(), token))
                .compose(ended -> EachRow.changed(connection, STEP, kept, r -> step(r, token)))
                .map(NoticeStore::givenUp));
  }

  private static Tuple step(Settled result, String token) {
    RetryRules.Step step = result.step();
    return Tuple.of(
        state(step),
        step.attempts(),
        step.error(),
        TimeUnit.MILLISECONDS.toMicros(step.waitMillis()),
        result.claimed().seq(),
        token);
  }

  private static List<Claimed> givenUp(List<Settled> ours) {
    return ours.stream().filter(r -> r.step().givenUp()).map(Settled::claimed).toList();
  }
}
