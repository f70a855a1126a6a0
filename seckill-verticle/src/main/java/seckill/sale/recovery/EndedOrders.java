package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.runtime.InList;
import seckill.runtime.MySqlLink;

/** What the books say of orders that have ended, by their users. */
final class EndedOrders {
  // A take that is to follow a return has not been done.
  private static final String ORDERS =
      "SELECT o.user_id, o.order_id, (SELECT MAX(t.id) FROM outbox t WHERE t.order_id = o.order_id"
          + " AND t.kind = 'UNIT_TAKE' AND NOT EXISTS (SELECT 1 FROM outbox r"
          + " WHERE r.order_id = o.order_id AND r.kind = 'UNIT_RETURN')) FROM orders o"
          + " WHERE o.item_id = ? AND o.live IS NULL AND o.user_id IN ";
  private static final String LETTERS =
      "SELECT d.user_id, d.order_id, NULL FROM dead_letter d"
          + " WHERE d.item_id = ? AND d.state = 'DISCARDED' AND d.user_id IN ";

  private final MySqlLink mysql;

  EndedOrders(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /**
   * An order that holds no unit by the books.
   *
   * @param takenBy number of the request by which it took a unit again that the books wait for; or
   *     null
   */
  record Ended(String orderId, Long takenBy) {}

  /** The ended orders of these users for an item. */
  Future<Map<String, List<Ended>>> of(long itemId, List<String> users) {
    InList in = InList.of(users.stream().map(Buffer::buffer).toList(), itemId);
    return Future.all(
            mysql.execute(ORDERS + in.places(), in.parameters()),
            mysql.execute(LETTERS + in.places(), in.parameters()))
        .map(
            read -> {
              Map<String, List<Ended>> ended = new HashMap<>();
              for (RowSet<Row> rows : read.<RowSet<Row>>list()) {
                rows.forEach(
                    row ->
                        ended
                            .computeIfAbsent(
                                RecoveryBooks.text(row.getValue(0)), user -> new ArrayList<>())
                            .add(new Ended(RecoveryBooks.text(row.getValue(1)), row.getLong(2))));
              }
              return ended;
            });
  }
}
