package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import seckill.contract.OrderMessage;
import seckill.contract.OrderRules;
import seckill.runtime.MySqlLink;

/**
 * Orders and their ledger in MySQL.
 *
 * <p>Every transaction takes the item's ledger row first, so writers of one item come one after the
 * other and do not deadlock over overlapping batches.
 */
final class OrderRepository {
  private static final String BOOK =
      "UPDATE seckill_item SET sold = sold + ? WHERE id = ? AND sold + ? <= total_stock + restocked";

  // Whether any order of the item was given up costs fresh ones nothing to know.
  private static final String BOOK_FRESH = BOOK + " AND given_up = 0";
  private static final String LOCK_ITEM =
      "SELECT total_stock + restocked - sold, given_up FROM seckill_item WHERE id = ? FOR UPDATE";
  private static final String INSERT_ORDERS =
      "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, reference,"
          + " purchased_at, created_at) VALUES ";
  private static final String ORDER_ROW = "(?, ?, ?, ?, 'CREATED', 1, ?, ?, ?)";
  private static final String FIND_ORDERS =
      "SELECT order_id, item_id, user_id FROM orders WHERE order_id IN (";
  private static final String FIND_HOLDERS =
      "SELECT user_id, order_id FROM orders WHERE item_id = ? AND live = 1 AND user_id IN (";
  private static final String GET_ORDER =
      "SELECT " + StoredOrder.COLUMNS + " FROM " + StoredOrder.TABLES + " WHERE o.order_id = ?";

  private static final Future<Set<DiscardedOrders.Key>> NOTHING = Future.succeededFuture(Set.of());

  private final MySqlLink mysql;
  private final Clock clock;
  private final OrderRules usual;
  private final InTransaction more;
  private final MultiRow<OrderMessage> insertOrders =
      new MultiRow<>(INSERT_ORDERS, ORDER_ROW, "", this::bindOrder);
  private final MultiRow<OrderMessage> findOrders =
      new MultiRow<>(FIND_ORDERS, "?", ")", (tuple, order) -> tuple.addString(order.orderId()));
  private final MultiRow<OrderMessage> findHolders =
      new MultiRow<>(FIND_HOLDERS, "?", ")", (tuple, order) -> tuple.addBuffer(bytes(order)));

  private final DiscardedOrders discarded = new DiscardedOrders();

  /**
   * @param usual the rules of items that have none of their own
   * @param more what else belongs into the transactions
   */
  OrderRepository(MySqlLink mysql, Clock clock, OrderRules usual, InTransaction more) {
    this.mysql = mysql;
    this.clock = clock;
    this.usual = usual;
    this.more = more;
  }

  /**
   * Books and inserts orders that are not expected to be there.
   *
   * @param booked is run when the item's row is locked: whoever writes now comes after this
   * @return whether the ledger took them; {@code false} leaves nothing behind, as a failure does
   */
  Future<Boolean> insertFresh(long itemId, List<OrderMessage> orders, Runnable booked) {
    return mysql
        .withTransaction(
            (connection, renew) ->
                book(connection, BOOK_FRESH, itemId, orders.size())
                    .onSuccess(done -> begin(renew, booked))
                    .compose(done -> insert(connection, itemId, orders))
                    .map(true))
        .recover(
            cause ->
                cause instanceof LedgerFullException
                    ? Future.succeededFuture(false)
                    : Future.failedFuture(cause));
  }

  /**
   * Books and inserts those of the orders that are neither there nor refused, oldest first.
   *
   * @param booked as above
   */
  Future<Landing> insertMissing(long itemId, List<OrderMessage> orders, Runnable booked) {
    return mysql.withTransaction(
        (connection, renew) ->
            room(connection, itemId)
                .onSuccess(locked -> begin(renew, booked))
                .compose(
                    item ->
                        known(connection, itemId, orders, item.givenUp())
                            .map(known -> new Landing(itemId, orders, known, item.room())))
                .compose(landing -> write(connection, itemId, landing)));
  }

  // What was spent waiting for others does not count: or those behind a slow one never got on.
  private static void begin(Runnable renew, Runnable booked) {
    renew.run();
    booked.run();
  }

  private Future<Landing> write(SqlConnection connection, long itemId, Landing landing) {
    List<OrderMessage> missing = landing.missing();
    if (missing.isEmpty()) {
      return Future.succeededFuture(landing);
    }
    return book(connection, BOOK, itemId, missing.size())
        .compose(done -> insert(connection, itemId, missing))
        .map(landing);
  }

  private Future<Void> book(SqlConnection connection, String sql, long itemId, int units) {
    return connection
        .preparedQuery(sql)
        .execute(Tuple.of(units, itemId, units))
        .compose(
            result ->
                result.rowCount() == 1
                    ? Future.succeededFuture()
                    : Future.failedFuture(new LedgerFullException()));
  }

  private Future<Void> insert(SqlConnection connection, long itemId, List<OrderMessage> orders) {
    List<OrderMessage> sorted = new ArrayList<>(orders);
    sorted.sort(Comparator.comparing(OrderMessage::orderId));
    return insertOrders
        .insert(connection, sorted)
        .compose(inserted -> more.inserted(connection, itemId, sorted));
  }

  private record Item(long room, boolean givenUp) {
    /** One that MySQL does not know may have been another before. */
    static final Item NONE = new Item(Landing.NO_ITEM, true);
  }

  private static Future<Item> room(SqlConnection connection, long itemId) {
    return connection
        .preparedQuery(LOCK_ITEM)
        .execute(Tuple.of(itemId))
        .map(
            rows -> {
              if (rows.size() == 0) {
                return Item.NONE;
              }
              Row row = rows.iterator().next();
              return new Item(row.getLong(0), row.getInteger(1) > 0);
            });
  }

  private Future<KnownOrders> known(
      SqlConnection connection, long itemId, List<OrderMessage> orders, boolean givenUp) {
    KnownOrders known = new KnownOrders();
    return findOrders
        .select(connection, Tuple.tuple(), orders)
        .compose(
            rows -> {
              rows.forEach(
                  row ->
                      known.addOrder(
                          row.getString("order_id"),
                          row.getLong("item_id"),
                          row.getBuffer("user_id")));
              return findHolders.select(connection, Tuple.of(itemId), orders);
            })
        .compose(
            rows -> {
              rows.forEach(
                  row -> known.addHolder(row.getBuffer("user_id"), row.getString("order_id")));
              return givenUp ? discarded.among(connection, itemId, ids(orders)) : NOTHING;
            })
        .map(
            keys -> {
              known.addGivenUp(keys);
              return known;
            });
  }

  /** The order with this id, or {@code null}. */
  Future<StoredOrder> findOrder(String orderId) {
    return mysql
        .execute(GET_ORDER, Tuple.of(orderId))
        .map(rows -> rows.size() == 0 ? null : StoredOrder.of(rows.iterator().next(), usual));
  }

  private void bindOrder(Tuple tuple, OrderMessage order) {
    tuple
        .addString(order.orderId())
        .addLong(order.itemId())
        .addBuffer(bytes(order))
        .addLong(order.priceCents())
        .addString(order.reference())
        .addLocalDateTime(utc(Instant.ofEpochMilli(order.purchasedAtMillis())))
        .addLocalDateTime(utc(clock.instant()));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private static List<Buffer> ids(List<OrderMessage> orders) {
    return orders.stream().map(order -> Buffer.buffer(order.orderId())).toList();
  }

  private static Buffer bytes(OrderMessage order) {
    return Buffer.buffer(order.userId());
  }
}
