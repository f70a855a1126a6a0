package seckill.sale.recovery;

import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.OrderIds;
import seckill.contract.Texts;
import seckill.contract.UserIds;
import seckill.runtime.InList;
import seckill.runtime.MySqlLink;
import seckill.sale.recovery.PageLoop.Page;
import seckill.sale.recovery.StateReader.Holder;

/** What the books say of who holds the units of an item, a page at a time. */
final class RecoveryBooks {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryBooks.class);

  private static final String LIVE_ORDERS =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live = 1 AND user_id > ?"
          + " ORDER BY user_id LIMIT ?";
  private static final String OPEN_LETTERS =
      "SELECT id, user_id, order_id FROM dead_letter WHERE item_id = ? AND state = 'OPEN'"
          + " AND id > ? ORDER BY id LIMIT ?";
  private static final String FORMER_ORDERS =
      "SELECT purchased_at, order_id FROM orders WHERE item_id = ? AND status = ?"
          + " AND live IS NULL AND purchased_at <= ? AND (purchased_at < ? OR order_id < ?)"
          + " ORDER BY purchased_at DESC, order_id DESC LIMIT ?";
  // Row 0 is what the settings of those say who keep the orders.
  private static final String MAX_LAPSES =
      "SELECT COALESCE(MAX(CASE item_id WHEN 0 THEN NULL ELSE max_lapses END), MAX(max_lapses), 0)"
          + " FROM order_rule WHERE item_id IN (0, ?)";
  private static final String BARRED =
      "SELECT user_id FROM orders WHERE item_id = ? AND user_id > ?"
          + " AND status IN ('CANCELLED', 'CLOSED') GROUP BY user_id HAVING COUNT(*) >= ?"
          + " ORDER BY user_id LIMIT ?";

  // A statement of its own sees the order and what is to be done about it at one instant.
  private static final String NOT_LIVE =
      "SELECT o.order_id, EXISTS (SELECT 1 FROM outbox x WHERE x.order_id = o.order_id"
          + " AND x.kind = 'UNIT_TAKE') FROM orders o WHERE o.live IS NULL AND o.order_id IN ";
  private static final String DISCARDED =
      "SELECT d.order_id, 0 FROM dead_letter d WHERE d.state = 'DISCARDED'"
          + " AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.order_id ="
          + " CONVERT(d.order_id USING ascii) COLLATE ascii_bin) AND d.order_id IN ";
  private static final String ORDERS = "SELECT order_id FROM orders WHERE order_id IN ";
  private static final String LETTERS = "SELECT order_id FROM dead_letter WHERE order_id IN ";
  private static final String RAISE_EPOCH =
      "UPDATE seckill_item SET epoch = GREATEST(epoch, ?) + 1 WHERE id = ?";
  private static final String EPOCH = "SELECT epoch FROM seckill_item WHERE id = ?";

  private static final LocalDateTime AFTER_ALL = LocalDateTime.of(9999, 12, 31, 0, 0);

  private final MySqlLink mysql;
  private final int pageSize;

  RecoveryBooks(MySqlLink mysql, int pageSize) {
    this.mysql = mysql;
    this.pageSize = pageSize;
  }

  /** Raises the epoch of an item above both that in the books and another one; tells it. */
  Future<Long> raiseEpoch(long itemId, long above) {
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(RAISE_EPOCH)
                .execute(Tuple.of(above, itemId))
                .compose(raised -> connection.preparedQuery(EPOCH).execute(Tuple.of(itemId)))
                .map(rows -> rows.iterator().next().getLong(0)));
  }

  /** A page of those who hold a unit by a live order, after a user. */
  Future<Page<Buffer, Holder>> liveOrders(long itemId, Buffer afterUser) {
    return mysql
        .execute(LIVE_ORDERS, Tuple.of(itemId, afterUser, pageSize))
        .map(rows -> holders(rows, "orders", row -> row.getBuffer("user_id")));
  }

  /** A page of those whose message is a dead letter that nobody has decided about. */
  Future<Page<Long, Holder>> openLetters(long itemId, long afterId) {
    return mysql
        .execute(OPEN_LETTERS, Tuple.of(itemId, afterId, pageSize))
        .map(rows -> holders(rows, "dead_letter", row -> row.getLong("id")));
  }

  private <C> Page<C, Holder> holders(RowSet<Row> rows, String table, Function<Row, C> cursor) {
    List<Holder> holders = new ArrayList<>(rows.size());
    C last = null;
    for (Row row : rows) {
      last = cursor.apply(row);
      String userId = text(row.getBuffer("user_id"));
      String orderId = text(row.getValue("order_id"));
      if (UserIds.isValid(userId) && OrderIds.isValid(orderId)) {
        holders.add(new Holder(userId, orderId));
      } else {
        LOG.warn("a row of {} names no user or no order and holds no unit", table);
      }
    }
    return new Page<>(holders, rows.size() < pageSize ? null : last);
  }

  /** The id in a column of text or bytes; empty if there is none that can be read. */
  static String text(Object value) {
    String text = value instanceof Buffer bytes ? Texts.ofUtf8(bytes.getBytes()) : (String) value;
    return Objects.requireNonNullElse(text, "");
  }

  /** Where a page of former orders begins. */
  record Former(LocalDateTime purchasedAt, String orderId) {
    static final Former FIRST = new Former(AFTER_ALL, "");
  }

  /** A page of the orders of one status that hold no unit any more, the latest first. */
  Future<Page<Former, String>> formerOrders(long itemId, String status, Former after) {
    return mysql
        .execute(
            FORMER_ORDERS,
            Tuple.of(
                itemId,
                status,
                after.purchasedAt(),
                after.purchasedAt(),
                after.orderId(),
                pageSize))
        .map(
            rows -> {
              List<String> orderIds = new ArrayList<>(rows.size());
              Former last = null;
              for (Row row : rows) {
                last = new Former(row.getLocalDateTime(0), row.getString(1));
                orderIds.add(last.orderId());
              }
              return new Page<>(orderIds, rows.size() < pageSize ? null : last);
            });
  }

  /** How many orders of an item one user may let lapse; 0 for any number. */
  Future<Long> maxLapses(long itemId) {
    return mysql
        .execute(MAX_LAPSES, Tuple.of(itemId))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /** A page of the users who let so many orders lapse, after a user. */
  Future<Page<Buffer, String>> barred(long itemId, long maxLapses, Buffer afterUser) {
    return mysql
        .execute(BARRED, Tuple.of(itemId, afterUser, maxLapses, pageSize))
        .map(
            rows -> {
              List<String> users = new ArrayList<>(rows.size());
              Buffer last = null;
              for (Row row : rows) {
                last = row.getBuffer(0);
                users.add(text(last));
              }
              return new Page<>(users, rows.size() < pageSize ? null : last);
            });
  }

  /**
   * Those of these orders that hold no unit: in the books and not live, or given up as dead
   * letters; each with whether the books wait for it to take one again.
   */
  Future<Map<String, Boolean>> without(Collection<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return among(NOT_LIVE, DISCARDED, orderIds)
        .map(
            read -> {
              Map<String, Boolean> without = new HashMap<>();
              add(without, read.resultAt(1));
              add(without, read.resultAt(0));
              return without;
            });
  }

  /** Those of these orders that the books do not know, neither as orders nor as dead letters. */
  Future<Set<String>> unwritten(Collection<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    return among(ORDERS, LETTERS, orderIds)
        .map(
            read -> {
              Set<String> unwritten = new HashSet<>(orderIds);
              for (RowSet<Row> rows : read.<RowSet<Row>>list()) {
                rows.forEach(row -> unwritten.remove(text(row.getValue(0))));
              }
              return unwritten;
            });
  }

  private CompositeFuture among(String one, String other, Collection<String> orderIds) {
    InList in = InList.of(orderIds);
    return Future.all(
        mysql.execute(one + in.places(), in.parameters()),
        mysql.execute(other + in.places(), in.parameters()));
  }

  private static void add(Map<String, Boolean> without, RowSet<Row> rows) {
    for (Row row : rows) {
      without.put(text(row.getValue(0)), row.getLong(1) == 1);
    }
  }
}
