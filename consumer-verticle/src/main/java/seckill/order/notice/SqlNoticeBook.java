package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Notes all orders of a transaction in one row, whose times are those of MySQL's own clock. */
final class SqlNoticeBook implements NoticeBook {
  private static final String INSERT =
      "INSERT INTO notice_batch (event, item_id, orders, size, next_at, created_at)"
          + " VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))";

  @Override
  public Future<Void> record(
      SqlConnection connection, NoticeEvent event, long itemId, List<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(event.name(), itemId, new JsonArray(orderIds).encode(), orderIds.size()))
        .mapEmpty();
  }
}
