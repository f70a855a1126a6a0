package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import seckill.runtime.NoticeRows;

/** Notes all orders of a transaction in one row. */
final class SqlNoticeBook implements NoticeBook {

  @Override
  public Future<Void> record(
      SqlConnection connection, NoticeEvent event, long itemId, List<String> orderIds) {
    return NoticeRows.add(connection, event.name(), itemId, orderIds);
  }
}
