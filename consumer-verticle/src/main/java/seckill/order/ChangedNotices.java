package seckill.order;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import seckill.contract.OrderStatus;
import seckill.order.life.ChangeHook;
import seckill.order.life.OrderChange;
import seckill.order.notice.NoticeBook;
import seckill.order.notice.NoticeEvent;

/** Has the buyers of changed orders told, once the changes are committed. */
record ChangedNotices(NoticeBook book) implements ChangeHook {
  private static final Map<OrderStatus, NoticeEvent> EVENTS =
      new EnumMap<>(
          Map.of(
              OrderStatus.PAID, NoticeEvent.PAID,
              OrderStatus.CANCELLED, NoticeEvent.CANCELLED,
              OrderStatus.CLOSED, NoticeEvent.CLOSED,
              OrderStatus.REFUND_DUE, NoticeEvent.REFUND_DUE));

  @Override
  public Future<Void> afterChange(SqlConnection connection, List<OrderChange> changes) {
    Map<OrderStatus, List<OrderChange>> alike =
        changes.stream()
            .filter(change -> EVENTS.containsKey(change.status()))
            .collect(
                Collectors.groupingBy(
                    OrderChange::status,
                    () -> new EnumMap<>(OrderStatus.class),
                    Collectors.toList()));
    Future<Void> chain = Future.succeededFuture();
    for (Map.Entry<OrderStatus, List<OrderChange>> entry : alike.entrySet()) {
      List<String> ids = entry.getValue().stream().map(OrderChange::orderId).toList();
      long itemId = entry.getValue().get(0).itemId();
      NoticeEvent event = EVENTS.get(entry.getKey());
      chain = chain.compose(before -> book.record(connection, event, itemId, ids));
    }
    return chain;
  }
}
