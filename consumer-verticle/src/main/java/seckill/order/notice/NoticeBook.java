package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/** Where a transaction that changes orders notes whose buyers are to be told. */
public interface NoticeBook {
  /** Notes nothing. */
  NoticeBook NONE = (connection, event, itemId, orderIds) -> Future.succeededFuture();

  /**
   * Notes orders of one item, to be told after the commit; a rollback takes it back.
   *
   * @param connection inside the transaction that wrote the orders
   * @param orderIds only those that this transaction really changed; for none nothing is written
   */
  Future<Void> record(
      SqlConnection connection, NoticeEvent event, long itemId, List<String> orderIds);

  /** The book of these settings: one that notes nothing if nobody is told. */
  static NoticeBook of(NoticeSettings settings) {
    return settings.isOn() ? new SqlNoticeBook() : NONE;
  }
}
