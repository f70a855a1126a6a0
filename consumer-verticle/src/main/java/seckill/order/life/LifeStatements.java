package seckill.order.life;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;
import seckill.order.MultiRow;

/** The statements over many orders at once. On one event loop. */
final class LifeStatements {
  private static final int MAX_DETAIL_CHARS = 400;

  private static final String LOCK =
      "SELECT order_id, user_id, price_cents, status FROM orders WHERE item_id = ?"
          + " AND order_id IN (";
  private static final String SET_STATUS =
      "UPDATE orders SET status = ?, live = ?, changed_at = ? WHERE item_id = ? AND order_id IN (";
  private static final String LAPSES =
      "SELECT user_id, COUNT(*) FROM orders WHERE item_id = ?"
          + " AND status IN ('CANCELLED', 'CLOSED', 'REFUND_DUE') AND user_id IN (";
  private static final String NOTE =
      "INSERT INTO order_event (order_id, status, at, actor, detail) VALUES ";

  /** One line of an order's history. */
  record Event(String orderId, String status, LocalDateTime at, Buffer actor, String detail) {}

  final MultiRow<String> lock = new MultiRow<>(LOCK, "?", ") FOR UPDATE", Tuple::addString);
  final MultiRow<String> setStatus = new MultiRow<>(SET_STATUS, "?", ")", Tuple::addString);
  final MultiRow<Buffer> lapses =
      new MultiRow<>(LAPSES, "?", ") GROUP BY user_id", Tuple::addBuffer);
  final MultiRow<Event> note = new MultiRow<>(NOTE, "(?, ?, ?, ?, ?)", "", LifeStatements::bind);

  private static void bind(Tuple tuple, Event event) {
    tuple
        .addString(event.orderId())
        .addString(event.status())
        .addLocalDateTime(event.at())
        .addBuffer(event.actor())
        .addString(clip(event.detail()));
  }

  private static String clip(String detail) {
    return detail.length() <= MAX_DETAIL_CHARS ? detail : detail.substring(0, MAX_DETAIL_CHARS);
  }
}
