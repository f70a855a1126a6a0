package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.runtime.MySqlLink;

/** MySQL as the auditor reads it, and the one table that it writes. */
final class SqlBooks {
  // One statement is one consistent read, so that the ledger and the orders are of one instant.
  private static final String LEDGER =
      "SELECT i.total_stock, i.restocked, i.sold, i.end_at,"
          + " (SELECT COUNT(*) FROM orders o WHERE o.item_id = i.id AND o.live = 1) AS orders"
          + " FROM seckill_item i WHERE i.id = ?";

  private static final String ORDERS_OF_USERS =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live = 1 AND user_id IN (%s)";

  private static final String ORDERS_PAGE =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live = 1 AND user_id > ?"
          + " ORDER BY user_id LIMIT ?";

  private static final String YOUNGEST_ORDERS =
      "SELECT order_id FROM orders WHERE item_id = ? AND live = 1"
          + " ORDER BY purchased_at DESC, order_id DESC LIMIT ?";

  private static final String DEAD_PAGE =
      "SELECT id, user_id FROM dead_letter WHERE item_id = ? AND id > ? ORDER BY id LIMIT ?";

  private static final String ITEMS_PAGE =
      "SELECT id FROM seckill_item WHERE id > ? ORDER BY id LIMIT ?";

  private static final String ITEMS_ON_SALE =
      "SELECT i.id FROM seckill_item i WHERE i.status <> 'DRAFT' AND i.start_at <= ?"
          + " AND (i.end_at > ? OR (i.end_at > ? AND NOT EXISTS (SELECT 1 FROM reconciliation r"
          + " WHERE r.item_id = i.id AND r.verdict = 'BALANCED' AND r.started_at >= i.end_at)))"
          + " ORDER BY i.id";

  private static final String SAVE_REPORT =
      "INSERT INTO reconciliation (item_id, verdict, report, started_at, finished_at)"
          + " VALUES (?, ?, ?, ?, ?)";

  private static final String DROP_OLD_REPORTS =
      "DELETE FROM reconciliation WHERE item_id = ? AND id <= (SELECT id FROM (SELECT id FROM"
          + " reconciliation WHERE item_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?) AS newest_old)";

  private static final String LAST_FINISHED =
      "SELECT finished_at FROM reconciliation ORDER BY id DESC LIMIT 1";

  private final MySqlLink mysql;
  private final int pageSize;

  SqlBooks(MySqlLink mysql, int pageSize) {
    this.mysql = mysql;
    this.pageSize = pageSize;
  }

  /** The ledger and the count of live orders at one instant, or nothing for an unknown item. */
  Future<Optional<Ledger>> ledger(long itemId) {
    return mysql
        .execute(LEDGER, Tuple.of(itemId))
        .map(
            rows ->
                stream(rows)
                    .findFirst()
                    .map(
                        row ->
                            new Ledger(
                                units(itemId, row, "total_stock"),
                                units(itemId, row, "restocked"),
                                units(itemId, row, "sold"),
                                row.getLong("orders"),
                                row.getLocalDateTime("end_at"))));
  }

  // Other programs write that table, too, and may have given a column another type.
  private static long units(long itemId, Row row, String column) {
    Object value = row.getValue(column);
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw new SeckillException(
        Outcome.DEGRADED,
        "item "
            + itemId
            + ": "
            + column
            + " must be a number, got "
            + (value == null ? "NULL" : Texts.quote(value.toString())));
  }

  /** The live orders of these users: user to order id. */
  Future<Map<String, String>> ordersOf(long itemId, Collection<String> users) {
    if (users.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    List<Object> parameters = new ArrayList<>();
    parameters.add(itemId);
    users.forEach(user -> parameters.add(bytes(user)));
    // Rounded up, so that few different statements have to be prepared.
    int width = Integer.highestOneBit(Math.max(1, users.size() * 2 - 1));
    while (parameters.size() <= width) {
      parameters.add(parameters.get(parameters.size() - 1));
    }
    String marks = "?" + ", ?".repeat(width - 1);
    return mysql
        .execute(String.format(ORDERS_OF_USERS, marks), Tuple.wrap(parameters))
        .map(SqlBooks::userToOrder);
  }

  /** One page of the live orders, by the bytes of the user ids: user to order id. */
  Future<Map<String, String>> ordersPage(long itemId, String afterUser) {
    return mysql
        .execute(ORDERS_PAGE, Tuple.of(itemId, bytes(afterUser), pageSize))
        .map(SqlBooks::userToOrder);
  }

  /** The live orders bought last. */
  Future<List<String>> youngestOrders(long itemId, int limit) {
    return mysql
        .execute(YOUNGEST_ORDERS, Tuple.of(itemId, limit))
        .map(rows -> stream(rows).map(row -> row.getString(0)).toList());
  }

  /** One page of the dead letters of an item, in the order of their numbers. */
  Future<List<StreamEntry>> deadPage(long itemId, String afterId) {
    return mysql
        .execute(DEAD_PAGE, Tuple.of(itemId, Long.parseLong(afterId), pageSize))
        .map(
            rows ->
                stream(rows)
                    .map(row -> new StreamEntry(row.getLong(0).toString(), text(row, 1)))
                    .toList());
  }

  /** One page of the ids of all items. */
  Future<List<Long>> itemsPage(long afterId) {
    return mysql
        .execute(ITEMS_PAGE, Tuple.of(afterId, pageSize))
        .map(rows -> stream(rows).map(row -> row.getLong(0)).toList());
  }

  /** Items in their sale window, and those whose sale ended lately and is not balanced yet. */
  Future<List<Long>> itemsOnSale(Instant now, Duration afterSale) {
    return mysql
        .execute(ITEMS_ON_SALE, Tuple.of(utc(now), utc(now), utc(now.minus(afterSale))))
        .map(rows -> stream(rows).map(row -> row.getLong(0)).toList());
  }

  /** Stores a report and drops the oldest ones beyond the limit, both or neither. */
  Future<Void> save(Report report, int keep) {
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(SAVE_REPORT)
                .execute(
                    Tuple.of(
                        report.itemId(),
                        report.verdict().name(),
                        report.toJson().encode(),
                        utc(report.startedAt()),
                        utc(report.finishedAt())))
                .compose(
                    saved ->
                        connection
                            .preparedQuery(DROP_OLD_REPORTS)
                            .execute(Tuple.of(report.itemId(), report.itemId(), keep)))
                .mapEmpty());
  }

  /** When the last reconciliation of any item finished, if there was one. */
  Future<Optional<Instant>> lastFinished() {
    return mysql
        .execute(LAST_FINISHED, Tuple.tuple())
        .map(
            rows ->
                stream(rows)
                    .findFirst()
                    .map(row -> row.getLocalDateTime(0).toInstant(ZoneOffset.UTC)));
  }

  private static Map<String, String> userToOrder(RowSet<Row> rows) {
    return stream(rows)
        .collect(
            Collectors.toMap(
                row -> text(row, 0), row -> row.getString(1), (a, b) -> a, LinkedHashMap::new));
  }

  private static Stream<Row> stream(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false);
  }

  private static String text(Row row, int column) {
    Buffer bytes = row.getBuffer(column);
    return bytes == null ? null : bytes.toString(StandardCharsets.UTF_8);
  }

  private static Buffer bytes(String text) {
    return Buffer.buffer(text, StandardCharsets.UTF_8.name());
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
