package seckill.sale.reservation;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import seckill.runtime.MySqlLink;

/** Who registered for what, in MySQL. */
final class ReservationBook {
  private static final String ADD =
      "INSERT IGNORE INTO reservation (item_id, user_id, reserved_at) VALUES ";
  private static final String ROW = "(?, ?, ?)";
  private static final String REMOVE = "DELETE FROM reservation WHERE item_id = ? AND user_id = ?";
  private static final String FIND =
      "SELECT reserved_at FROM reservation WHERE item_id = ? AND user_id = ?";
  private static final String PAGE =
      "SELECT user_id FROM reservation WHERE item_id = ? AND user_id > ?"
          + " ORDER BY user_id LIMIT ?";
  private static final String COUNT = "SELECT COUNT(*) FROM reservation WHERE item_id = ?";

  private final MySqlLink mysql;

  ReservationBook(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /** Enters users; who is in the book already keeps the first time. */
  Future<Void> add(long itemId, List<String> userIds, Instant at) {
    LocalDateTime reservedAt = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
    // Sizes in steps of two, so that few statements have to be prepared; repeated rows change
    // nothing.
    int rows = Integer.highestOneBit(Math.max(1, 2 * userIds.size() - 1));
    Tuple values = Tuple.tuple();
    for (int i = 0; i < rows; i++) {
      String userId = userIds.get(Math.min(i, userIds.size() - 1));
      values.addLong(itemId).addBuffer(Buffer.buffer(userId)).addLocalDateTime(reservedAt);
    }
    return mysql.execute(ADD + (ROW + ", ").repeat(rows - 1) + ROW, values).mapEmpty();
  }

  /** Takes a user out; does nothing if the user is not in. */
  Future<Void> remove(long itemId, String userId) {
    return mysql.execute(REMOVE, Tuple.of(itemId, Buffer.buffer(userId))).mapEmpty();
  }

  /** When a user registered; {@code null} if not. */
  Future<Instant> find(long itemId, String userId) {
    return mysql
        .execute(FIND, Tuple.of(itemId, Buffer.buffer(userId)))
        .map(
            rows ->
                rows.size() == 0
                    ? null
                    : rows.iterator().next().getLocalDateTime(0).toInstant(ZoneOffset.UTC));
  }

  /** How many registered. */
  Future<Long> count(long itemId) {
    return mysql.execute(COUNT, Tuple.of(itemId)).map(rows -> rows.iterator().next().getLong(0));
  }

  /** A page of the users, as bytes, after this one. */
  Future<RowSet<Row>> page(long itemId, Buffer afterUser, int limit) {
    return mysql.execute(PAGE, Tuple.of(itemId, afterUser, limit));
  }
}
