package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Notes in a transaction whose buyers are to be told of it: all orders in one row, whose times are
 * those of MySQL's own clock.
 */
public final class NoticeRows {
  private static final String INSERT =
      "INSERT INTO notice_batch (event, item_id, orders, size, next_at, created_at)"
          + " VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))";

  /** The name of the sender that is nobody. */
  private static final String NOBODY = "off";

  private NoticeRows() {}

  /** Whether the {@code notify.sender} of this name tells anybody anything. */
  public static boolean isOn(String sender) {
    return !sender.equals(NOBODY);
  }

  /**
   * Notes orders of one item, to be told after the commit; a rollback takes it back.
   *
   * @param connection inside the transaction that wrote the orders
   * @param event what happened to them
   * @param orderIds only those that this transaction really changed; for none nothing is written
   */
  public static Future<Void> add(
      SqlConnection connection, String event, long itemId, List<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(event, itemId, new JsonArray(orderIds).encode(), orderIds.size()))
        .mapEmpty();
  }
}
