package seckill.order;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import seckill.contract.OrderMessage;
import seckill.order.notice.NoticeBook;
import seckill.order.notice.NoticeEvent;

/** Has the buyers of new orders told, once these are committed. */
record CreatedNotices(NoticeBook book) implements InTransaction {

  @Override
  public Future<Void> inserted(SqlConnection connection, long itemId, List<OrderMessage> inserted) {
    List<String> ids = inserted.stream().map(OrderMessage::orderId).toList();
    return book.record(connection, NoticeEvent.CREATED, itemId, ids);
  }
}
