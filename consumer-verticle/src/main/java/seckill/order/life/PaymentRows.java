package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;

/** Payments in MySQL, within one transaction. */
final class PaymentRows {
  private static final String FIND =
      "SELECT order_id, amount_cents, outcome FROM payment WHERE payment_id = ?";
  private static final String TAKING =
      "SELECT 1 FROM payment WHERE order_id = ? AND outcome = 'TAKING' LIMIT 1";
  private static final String ADD =
      "INSERT INTO payment (payment_id, order_id, amount_cents, outcome, received_at)"
          + " VALUES (?, ?, ?, ?, ?)";
  private static final String SET = "UPDATE payment SET outcome = ? WHERE payment_id = ?";

  private final SqlConnection connection;
  private final LocalDateTime now;

  PaymentRows(SqlConnection connection, LocalDateTime now) {
    this.connection = connection;
    this.now = now;
  }

  /** The payment with this number, or {@code null}. */
  Future<StoredPayment> find(String paymentId) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(paymentId))
        .map(rows -> stored(paymentId, rows));
  }

  private static StoredPayment stored(String paymentId, RowSet<Row> rows) {
    if (rows.size() == 0) {
      return null;
    }
    Row row = rows.iterator().next();
    return new StoredPayment(
        paymentId, row.getString(0), row.getLong(1), PaymentOutcome.valueOf(row.getString(2)));
  }

  /** Whether a unit is being taken again for an order. */
  Future<Boolean> taking(String orderId) {
    return connection.preparedQuery(TAKING).execute(Tuple.of(orderId)).map(rows -> rows.size() > 0);
  }

  Future<Void> add(PaymentNotice notice, PaymentOutcome outcome) {
    return connection
        .preparedQuery(ADD)
        .execute(
            Tuple.of(
                notice.paymentId(), notice.orderId(), notice.amountCents(), outcome.name(), now))
        .mapEmpty();
  }

  Future<Void> set(String paymentId, PaymentOutcome outcome) {
    return connection.preparedQuery(SET).execute(Tuple.of(outcome.name(), paymentId)).mapEmpty();
  }
}
