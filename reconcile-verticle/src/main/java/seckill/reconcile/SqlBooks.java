package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.Texts;
import seckill.runtime.InList;
import seckill.runtime.MySqlLink;

/** MySQL as the auditor reads it, and the one table that it writes. */
final class SqlBooks {
  private static final String DRAFT = "DRAFT";
  private static final String ORDERS = "(SELECT COUNT(*) FROM orders o WHERE o.item_id = i.id AND ";
  private static final String CHANGES =
      "(SELECT COUNT(*) FROM outbox b WHERE b.item_id = i.id AND b.kind = ";
  // One statement is one consistent read, so that all these numbers are of one instant.
  private static final String LEDGER =
      "SELECT i.total_stock, i.restocked, i.sold, i.epoch, i.price_cents,"
          // As text: the driver cannot tell of which row a date is that there is not.
          + " CAST(i.end_at AS CHAR) AS end_at, i.status, "
          + (ORDERS + "o.live = 1) AS live, ")
          + (ORDERS + "o.status = 'CANCELLED') AS cancelled, ")
          + (ORDERS + "o.status = 'CLOSED') AS closed, ")
          + (ORDERS + "o.status = 'REFUND_DUE') AS refund_due, ")
          + (CHANGES + "'UNIT_RETURN') AS returns, ")
          + (CHANGES + "'UNIT_TAKE') AS takes, ")
          + "(SELECT COUNT(*) FROM dead_letter d WHERE d.item_id = i.id AND d.state = 'OPEN')"
          + " AS letters FROM seckill_item i WHERE i.id = ?";
  private static final String ORDERS_OF_USERS =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live = 1 AND user_id IN %s";

  private static final String ORDERS_PAGE =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live = 1 AND user_id > ?"
          + " ORDER BY user_id LIMIT ?";

  private static final String YOUNGEST_ORDERS =
      "SELECT order_id FROM orders WHERE item_id = ? AND live = 1"
          + " ORDER BY purchased_at DESC, order_id DESC LIMIT ?";

  private static final String ENDED_OF_USERS =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live IS NULL AND user_id IN %s"
          + " ORDER BY purchased_at DESC";
  private static final String ENDED_ORDERS =
      "SELECT order_id FROM orders WHERE item_id = ? AND live IS NULL AND order_id IN ";
  private static final String CHANGED_ORDERS =
      "SELECT DISTINCT order_id FROM outbox WHERE item_id = ? AND order_id IN ";
  private static final String STUCK_CHANGES =
      "SELECT user_id, order_id FROM outbox WHERE item_id = ? AND created_at < ? ORDER BY id LIMIT ?";

  private static final String ITEMS_PAGE =
      "SELECT id FROM seckill_item WHERE id > ? ORDER BY id LIMIT ?";

  private static final String ITEMS_ON_SALE =
      "SELECT i.id FROM seckill_item i WHERE i.status <> 'DRAFT' AND i.start_at <= ?"
          + " AND (i.end_at > ? OR (i.end_at > ? AND (NOT EXISTS (SELECT 1 FROM reconciliation r"
          + " WHERE r.item_id = i.id AND r.verdict = 'BALANCED' AND r.started_at >= i.end_at)"
          + " OR NOT EXISTS (SELECT 1 FROM settlement s WHERE s.item_id = i.id))))"
          + " ORDER BY i.id";

  private static final String ORDERS_BY_STATUS =
      "SELECT status, COUNT(*) FROM orders WHERE item_id = ? GROUP BY status";
  private final MySqlLink mysql;
  private final int pageSize;
  private final DeadLetterRepository letters;

  SqlBooks(MySqlLink mysql, int pageSize) {
    this.mysql = mysql;
    this.pageSize = pageSize;
    this.letters = new DeadLetterRepository(mysql, pageSize);
  }

  /** The ledger and the count of live orders at one instant, or nothing for an unknown item. */
  Future<Optional<Ledger>> ledger(long itemId) {
    return mysql
        .execute(LEDGER, Tuple.of(itemId))
        .map(rows -> stream(rows).findFirst().map(row -> ledger(itemId, row)));
  }

  private static Ledger ledger(long itemId, Row row) {
    return new Ledger(
        units(itemId, row, "total_stock"),
        units(itemId, row, "restocked"),
        units(itemId, row, "sold"),
        new OrderCounts(
            row.getLong("live"),
            row.getLong("cancelled"),
            row.getLong("closed"),
            row.getLong("refund_due")),
        new Waiting(row.getLong("returns"), row.getLong("takes"), row.getLong("letters")),
        row.getLong("epoch"),
        row.getLong("price_cents"),
        time(itemId, row, "end_at"),
        !DRAFT.equals(row.getString("status")));
  }

  // Other programs write that table, too, and may have given a column another type.
  private static long units(long itemId, Row row, String column) {
    Object value = row.getValue(column);
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw wrong(itemId, column, "a number", value);
  }

  private static LocalDateTime time(long itemId, Row row, String column) {
    String text = row.getString(column);
    try {
      if (text != null) {
        return LocalDateTime.parse(text.replace(' ', 'T'));
      }
    } catch (DateTimeParseException e) {
      // Told below, together with a time that is missing.
    }
    throw wrong(itemId, column, "a date and time", text);
  }

  private static SeckillException wrong(long itemId, String column, String right, Object value) {
    return new SeckillException(
        Outcome.DEGRADED,
        "item "
            + itemId
            + ": "
            + column
            + " must be "
            + right
            + ", got "
            + (value == null ? "NULL" : Texts.quote(value.toString())));
  }

  /** The live orders of these users: user to order id. */
  Future<Map<String, String>> ordersOf(long itemId, Collection<String> users) {
    return ordersOf(ORDERS_OF_USERS, itemId, users);
  }

  private Future<Map<String, String>> ordersOf(
      String query, long itemId, Collection<String> users) {
    if (users.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    InList in = InList.of(users.stream().map(SqlBooks::bytes).toList(), itemId);
    return mysql
        .execute(String.format(query, in.places()), in.parameters())
        .map(SqlBooks::userToOrder);
  }

  /** The last order of these users that has ended, or was discarded: user to order id. */
  Future<Map<String, String>> endedOf(long itemId, Collection<String> users) {
    return ordersOf(DeadLetterRepository.DISCARDED_OF_USERS, itemId, users)
        .compose(
            discarded ->
                ordersOf(ENDED_OF_USERS, itemId, users)
                    .map(
                        ended -> {
                          Map<String, String> all = new HashMap<>(discarded);
                          all.putAll(ended);
                          return all;
                        }));
  }

  /** Those of these orders that hold no unit any more, or were discarded as dead letters. */
  Future<Set<String>> endedAmong(long itemId, Collection<String> orderIds) {
    return orderIdsAmong(ENDED_ORDERS, itemId, orderIds)
        .compose(
            ended ->
                letters
                    .discardedAmong(itemId, orderIds)
                    .map(
                        discarded -> {
                          Set<String> all = new HashSet<>(ended);
                          all.addAll(discarded);
                          return all;
                        }));
  }

  /** Those of these orders for which the outbox holds a change. */
  Future<Set<String>> changedAmong(long itemId, Collection<String> orderIds) {
    return orderIdsAmong(CHANGED_ORDERS, itemId, orderIds);
  }

  private Future<Set<String>> orderIdsAmong(
      String query, long itemId, Collection<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    InList in = InList.of(orderIds, itemId);
    return mysql
        .execute(query + in.places(), in.parameters())
        .map(rows -> stream(rows).map(row -> word(row, 0)).collect(Collectors.toSet()));
  }

  /** Changes in the outbox that are older than an instant, the oldest first: user and order. */
  Future<Names> stuckChanges(long itemId, Instant before, int limit) {
    return mysql
        .execute(STUCK_CHANGES, Tuple.of(itemId, utc(before), limit))
        .map(
            rows -> {
              Names stuck = new Names(limit);
              rows.forEach(row -> stuck.add(text(row, 0), row.getString(1)));
              return stuck;
            });
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

  /** The dead letters. */
  DeadLetterRepository letters() {
    return letters;
  }

  /** How many orders of an item there are, by status. */
  Future<JsonObject> ordersByStatus(long itemId) {
    return mysql
        .execute(ORDERS_BY_STATUS, Tuple.of(itemId))
        .map(
            rows -> {
              JsonObject counts = new JsonObject();
              rows.forEach(row -> counts.put(row.getString(0), row.getLong(1)));
              return counts;
            });
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

  private static Map<String, String> userToOrder(RowSet<Row> rows) {
    return stream(rows)
        .collect(
            Collectors.toMap(
                row -> text(row, 0), row -> word(row, 1), (a, b) -> a, LinkedHashMap::new));
  }

  static Stream<Row> stream(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false);
  }

  static String text(Row row, int column) {
    Buffer bytes = row.getBuffer(column);
    return bytes == null ? null : bytes.toString(StandardCharsets.UTF_8);
  }

  // Numbers of orders are text in one table and, since they may be rubbish there, bytes in another.
  private static String word(Row row, int column) {
    return row.getValue(column) instanceof Buffer ? text(row, column) : row.getString(column);
  }

  static Buffer bytes(String text) {
    return Buffer.buffer(text, StandardCharsets.UTF_8.name());
  }

  static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
