package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.OrderRules;
import seckill.runtime.MySqlLink;

/** A user's orders in MySQL. On one event loop. */
final class OrderLists {
  // By the unique key of item, user and live: one step into the index per item.
  private static final String OF_USER =
      "SELECT o.order_id, "
          + StoredOrder.COLUMNS
          + " FROM "
          + StoredOrder.TABLES
          + " WHERE o.user_id = ? AND o.item_id IN (";

  private final MySqlLink mysql;
  private final OrderRules usual;
  private final MultiRow<Long> ofUser;

  /**
   * @param usual the rules of items that have none of their own
   * @param limit of orders in one list
   */
  OrderLists(MySqlLink mysql, OrderRules usual, int limit) {
    this.mysql = mysql;
    this.usual = usual;
    this.ofUser =
        new MultiRow<>(
            OF_USER,
            "?",
            ") ORDER BY o.purchased_at DESC, o.order_id DESC LIMIT " + limit,
            Tuple::addLong);
  }

  /** An order with its id. */
  record Listed(String orderId, StoredOrder order) {}

  /** The latest orders of a user among those of some items, latest first. */
  Future<List<Listed>> find(Buffer userId, List<Long> items) {
    if (items.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return mysql
        .withConnection(connection -> ofUser.select(connection, Tuple.of(userId), items))
        .map(
            rows -> {
              List<Listed> orders = new ArrayList<>(rows.size());
              rows.forEach(row -> orders.add(listed(row)));
              return orders;
            });
  }

  private Listed listed(Row row) {
    return new Listed(row.getString("order_id"), StoredOrder.of(row, usual));
  }
}
