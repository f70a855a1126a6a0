package seckill.standalone.rehearsal;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import seckill.standalone.process.StoreAccess;
import seckill.standalone.process.Waiting;

/** The MySQL side of an item's books. */
final class MySqlBooks implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String ITEM =
      "SELECT total_stock, restocked, sold FROM seckill_item WHERE id = ?";
  private static final String LIVE_ORDERS =
      "SELECT order_id, order_id, user_id FROM orders WHERE item_id = ? AND live = 1";
  private static final String DEAD_LETTERS =
      "SELECT stream_id, order_id, user_id FROM dead_letter"
          + " WHERE item_id = ? AND state = 'OPEN'";
  private static final String PAST_ORDERS =
      "SELECT order_id, order_id, user_id FROM orders WHERE item_id = ? AND live IS NULL";
  private static final String PAID_ORDERS =
      "SELECT order_id, order_id, user_id FROM orders"
          + " WHERE item_id = ? AND live = 1 AND status = 'PAID'";
  private static final String PAST_LETTERS =
      "SELECT stream_id, order_id, user_id FROM dead_letter"
          + " WHERE item_id = ? AND state <> 'OPEN'";
  private static final String COUNT_ORDERS =
      "SELECT COUNT(*) FROM orders WHERE item_id = ? AND live = 1";
  private static final String COUNT_DEAD_LETTERS =
      "SELECT COUNT(*) FROM dead_letter WHERE item_id = ? AND state = 'OPEN'";
  private static final String COUNT_OUTBOX = "SELECT COUNT(*) FROM outbox WHERE item_id = ?";

  private final Pool pool;

  MySqlBooks(Vertx vertx, String url) {
    this.pool =
        MySQLBuilder.pool()
            .with(new PoolOptions().setMaxSize(1))
            .connectingTo(StoreAccess.mysql(url))
            .using(vertx)
            .build();
  }

  /**
   * The ledger of an item.
   *
   * @param total units for sale from the start
   * @param restocked units added later
   * @param sold orders booked
   */
  record Ledger(long total, long restocked, long sold) {}

  Ledger item(long itemId) {
    for (Row row : query(ITEM, itemId)) {
      return new Ledger(row.getLong(0), row.getLong(1), row.getLong(2));
    }
    return new Ledger(0, 0, 0);
  }

  List<Booking> liveOrders(long itemId) {
    return bookings(LIVE_ORDERS, itemId);
  }

  List<Booking> deadLetters(long itemId) {
    return bookings(DEAD_LETTERS, itemId);
  }

  /** Orders and dead letters that hold no unit any more. */
  List<Booking> past(long itemId) {
    List<Booking> past = bookings(PAST_ORDERS, itemId);
    past.addAll(bookings(PAST_LETTERS, itemId));
    return past;
  }

  List<Booking> paidOrders(long itemId) {
    return bookings(PAID_ORDERS, itemId);
  }

  long countOrders(long itemId) {
    return query(COUNT_ORDERS, itemId).iterator().next().getLong(0);
  }

  long countDeadLetters(long itemId) {
    return query(COUNT_DEAD_LETTERS, itemId).iterator().next().getLong(0);
  }

  /** Changes in Redis that are still to follow from changes in the books. */
  long countOutbox(long itemId) {
    return query(COUNT_OUTBOX, itemId).iterator().next().getLong(0);
  }

  private List<Booking> bookings(String sql, long itemId) {
    List<Booking> bookings = new ArrayList<>();
    for (Row row : query(sql, itemId)) {
      bookings.add(new Booking(row.getString(0), text(row.getValue(1)), text(row.getValue(2))));
    }
    return bookings;
  }

  // Binary columns come as buffers, character columns as texts.
  private static String text(Object value) {
    if (value instanceof Buffer buffer) {
      return buffer.toString(StandardCharsets.UTF_8);
    }
    return (String) value;
  }

  private RowSet<Row> query(String sql, long itemId) {
    return Waiting.on(
        pool.preparedQuery(sql).execute(Tuple.of(itemId)), LIMIT, "cannot read MySQL");
  }

  @Override
  public void close() {
    Waiting.on(pool.close(), LIMIT, "cannot close the MySQL client");
  }
}
