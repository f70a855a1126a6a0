package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.order.MultiRow;
import seckill.runtime.MySqlLink;

/**
 * What a notice says of an order.
 *
 * @param held whether an earlier notice of the order waits for another try
 */
record OrderFacts(String userId, long priceCents, boolean held) {
  private static final String LOOK_UP =
      "SELECT o.order_id, o.user_id, o.price_cents, EXISTS (SELECT 1 FROM notice n"
          + " WHERE n.order_id = o.order_id AND n.state = 'WAITING') AS held"
          + " FROM orders o WHERE o.order_id IN (";

  /** Whether its next notice may be sent now. */
  static boolean canBeSent(OrderFacts order) {
    return order != null && !order.held();
  }

  /** Looks orders up in MySQL. */
  static final class Book {
    private final MySqlLink mysql;
    private final MultiRow<String> lookUp = new MultiRow<>(LOOK_UP, "?", ")", Tuple::addString);

    Book(MySqlLink mysql) {
      this.mysql = mysql;
    }

    /** The facts by order id; none of orders that are gone. */
    Future<Map<String, OrderFacts>> of(List<String> orderIds) {
      return orderIds.isEmpty()
          ? Future.succeededFuture(Map.of())
          : mysql
              .withConnection(connection -> lookUp.select(connection, Tuple.tuple(), orderIds))
              .map(Book::facts);
    }

    private static Map<String, OrderFacts> facts(RowSet<Row> rows) {
      Map<String, OrderFacts> facts = new HashMap<>();
      for (Row row : rows) {
        facts.put(
            row.getString("order_id"),
            new OrderFacts(
                row.getBuffer("user_id").toString(),
                row.getLong("price_cents"),
                row.getLong("held") != 0));
      }
      return facts;
    }
  }
}
