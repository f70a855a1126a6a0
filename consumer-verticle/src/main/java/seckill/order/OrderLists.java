package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import seckill.runtime.MySqlLink;

/** A user's orders in MySQL. On one event loop. */
final class OrderLists {
  // By the unique key of item, user and live: one step into the index per item.
  private static final String OF_USER =
      "SELECT order_id, item_id, user_id, price_cents, status, reference, purchased_at FROM orders"
          + " WHERE user_id = ? AND item_id IN (";

  private final MySqlLink mysql;
  private final MultiRow<Long> ofUser;

  /**
   * @param limit of orders in one list
   */
  OrderLists(MySqlLink mysql, int limit) {
    this.mysql = mysql;
    this.ofUser =
        new MultiRow<>(
            OF_USER,
            "?",
            ") ORDER BY purchased_at DESC, order_id DESC LIMIT " + limit,
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

  private static Listed listed(Row row) {
    return new Listed(
        row.getString("order_id"),
        new StoredOrder(
            row.getLong("item_id"),
            row.getBuffer("user_id"),
            row.getLong("price_cents"),
            row.getString("status"),
            row.getString("reference"),
            row.getLocalDateTime("purchased_at").toInstant(ZoneOffset.UTC)));
  }
}
