package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
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
import java.util.function.Function;
import seckill.contract.OrderRules;
import seckill.order.outbox.OutboxRows;
import seckill.runtime.MySqlLink;

/**
 * The orders in MySQL.
 *
 * <p>Every change takes the item's ledger row first, as those who write orders do, so that changes
 * of one item come one after the other. What was read after that is the present state.
 */
final class OrderBook {
  private static final String LOCK_ITEM = "SELECT id FROM seckill_item WHERE id = ? FOR UPDATE";
  private static final String FIND = "SELECT item_id, user_id FROM orders WHERE order_id = ?";
  private static final String GIVEN_UP =
      "SELECT item_id, user_id FROM dead_letter WHERE order_id = ? AND state = 'DISCARDED' LIMIT 1";
  // The oldest order of each item by a subquery of its own: one step into the index per item.
  private static final String DUE_ITEMS =
      "SELECT i.id, COALESCE(r.pay_within_seconds, ?) AS pay_within,"
          + " (SELECT o.purchased_at FROM orders o WHERE o.item_id = i.id"
          + " AND o.status = 'CREATED' ORDER BY o.purchased_at LIMIT 1) AS oldest"
          + " FROM seckill_item i LEFT JOIN order_rule r ON r.item_id = i.id"
          + " WHERE i.sold > 0 AND COALESCE(r.pay_within_seconds, ?) > 0"
          + " HAVING TIMESTAMPDIFF(SECOND, oldest, ?) >= pay_within ORDER BY i.id LIMIT ?";
  // Nobody could pay an order before it was written: one that was held up has its whole time, too.
  private static final String DUE_ORDERS =
      "SELECT order_id FROM orders WHERE item_id = ? AND status = 'CREATED' AND purchased_at <= ?"
          + " AND created_at <= ? ORDER BY purchased_at LIMIT ?";

  // Items begin at 1: row 0 tells others what holds for items without a row of their own.
  private static final String TELL_USUAL =
      "INSERT INTO order_rule (item_id, pay_within_seconds, max_lapses) VALUES (0, ?, ?)"
          + " ON DUPLICATE KEY UPDATE pay_within_seconds = VALUES(pay_within_seconds),"
          + " max_lapses = VALUES(max_lapses)";

  private final MySqlLink mysql;
  private final Clock clock;
  private final OpenBook.Tools tools;
  private final LifeNews news;
  private final Runnable queued;

  /**
   * @param queued is told after each commit that put something into the outbox
   */
  OrderBook(
      MySqlLink mysql,
      Clock clock,
      OrderRules usual,
      OutboxRows outbox,
      ChangeHook hook,
      LifeNews news,
      Runnable queued) {
    this.mysql = mysql;
    this.clock = clock;
    this.tools = new OpenBook.Tools(new LifeStatements(), outbox, hook, usual);
    this.news = news;
    this.queued = queued;
  }

  /** Writes down which rules items have that have none of their own. */
  Future<Void> tellUsualRules() {
    OrderRules usual = tools.usualRules();
    return mysql
        .execute(TELL_USUAL, Tuple.of(usual.payWithinSeconds(), usual.maxLapses()))
        .mapEmpty();
  }

  /** Whose an order is. */
  record Owner(long itemId, Buffer userId) {}

  /** Whose the order with this id is, or {@code null}. */
  Future<Owner> find(String orderId) {
    return mysql.execute(FIND, Tuple.of(orderId)).map(OrderBook::owner);
  }

  /** Whose order it was to be, if its dead letter was given up; or {@code null}. */
  Future<Owner> findGivenUp(String orderId) {
    return mysql.execute(GIVEN_UP, Tuple.of(Buffer.buffer(orderId))).map(OrderBook::owner);
  }

  private static Owner owner(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return null;
    }
    Row row = rows.iterator().next();
    return new Owner(row.getLong("item_id"), row.getBuffer("user_id"));
  }

  /** Runs work in one transaction that holds the item, and tells of its changes afterwards. */
  <T> Future<T> open(long itemId, Function<OpenBook, Future<T>> work) {
    return mysql
        .withTransaction(
            connection -> {
              OpenBook book = new OpenBook(connection, itemId, utc(clock.instant()), tools);
              return lockItem(connection, itemId)
                  .compose(locked -> work.apply(book))
                  .map(result -> new Done<>(book, result));
            })
        .map(
            done -> {
              news.changed(done.book().changes());
              if (done.book().queued()) {
                queued.run();
              }
              return done.result();
            });
  }

  private record Done<T>(OpenBook book, T result) {}

  private static Future<RowSet<Row>> lockItem(SqlConnection connection, long itemId) {
    return connection.preparedQuery(LOCK_ITEM).execute(Tuple.of(itemId));
  }

  /**
   * An item with orders that are not paid in time.
   *
   * @param until the last instant of purchase and writing that is due
   */
  record DueItem(long itemId, Instant until) {}

  /** Items with orders that are not paid in time, at most so many. */
  Future<List<DueItem>> dueItems(int limit) {
    Instant now = clock.instant();
    int usual = tools.usualRules().payWithinSeconds();
    return mysql
        .execute(DUE_ITEMS, Tuple.of(usual, usual, utc(now), limit))
        .map(
            rows -> {
              List<DueItem> items = new ArrayList<>(rows.size());
              for (Row row : rows) {
                items.add(new DueItem(row.getLong(0), now.minusSeconds(row.getLong(1))));
              }
              return items;
            });
  }

  /** Orders of an item that are not paid in time, oldest first, at most so many. */
  Future<List<String>> dueOrders(DueItem item, int limit) {
    LocalDateTime until = utc(item.until());
    return mysql
        .execute(DUE_ORDERS, Tuple.of(item.itemId(), until, until, limit))
        .map(
            rows -> {
              List<String> ids = new ArrayList<>(rows.size());
              rows.forEach(row -> ids.add(row.getString(0)));
              return ids;
            });
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
