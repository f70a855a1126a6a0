package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import seckill.runtime.InList;
import seckill.runtime.MySqlLink;

/** The dead letters in MySQL, read for reconciliation: open ones, and the orders given up. */
final class DeadLetterRepository {
  private static final String PAGE =
      "SELECT id, user_id, stream_id, order_id FROM dead_letter"
          + " WHERE item_id = ? AND id > ? AND state = 'OPEN' ORDER BY id LIMIT ?";
  private static final String OPEN =
      "SELECT id, order_id, user_id, reason, created_at FROM dead_letter"
          + " WHERE item_id = ? AND state = 'OPEN' ORDER BY id LIMIT ?";

  private static final String DISCARDED =
      "SELECT order_id FROM dead_letter WHERE item_id = ? AND state = 'DISCARDED'"
          + " AND order_id IN ";

  /** User and order id of those given up, the last first; for the places of users. */
  static final String DISCARDED_OF_USERS =
      "SELECT user_id, order_id FROM dead_letter WHERE item_id = ? AND state = 'DISCARDED'"
          + " AND order_id IS NOT NULL AND user_id IN %s ORDER BY id DESC";

  private final MySqlLink mysql;
  private final int pageSize;

  DeadLetterRepository(MySqlLink mysql, int pageSize) {
    this.mysql = mysql;
    this.pageSize = pageSize;
  }

  /** One page of the open dead letters of an item, in the order of their numbers. */
  Future<List<StreamEntry>> page(long itemId, String afterId) {
    return mysql
        .execute(PAGE, Tuple.of(itemId, Long.parseLong(afterId), pageSize))
        .map(
            rows ->
                SqlBooks.stream(rows)
                    .map(
                        row ->
                            new StreamEntry(
                                row.getLong(0).toString(),
                                SqlBooks.text(row, 1),
                                row.getString(2),
                                SqlBooks.text(row, 3)))
                    .toList());
  }

  /** The open dead letters of an item, the oldest first. */
  Future<List<OpenLetters.Letter>> open(long itemId, int limit) {
    return mysql
        .execute(OPEN, Tuple.of(itemId, limit))
        .map(
            rows ->
                SqlBooks.stream(rows)
                    .map(
                        row ->
                            new OpenLetters.Letter(
                                row.getLong(0),
                                SqlBooks.text(row, 1),
                                SqlBooks.text(row, 2),
                                row.getString(3),
                                row.getLocalDateTime(4).toInstant(ZoneOffset.UTC)))
                    .toList());
  }

  /** Those of these orders that were given up as dead letters. */
  Future<Set<String>> discardedAmong(long itemId, Collection<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    InList in = InList.of(orderIds.stream().map(SqlBooks::bytes).toList(), itemId);
    return mysql
        .execute(DISCARDED + in.places(), in.parameters())
        .map(
            rows ->
                SqlBooks.stream(rows)
                    .map(row -> SqlBooks.text(row, 0))
                    .collect(Collectors.toSet()));
  }
}
