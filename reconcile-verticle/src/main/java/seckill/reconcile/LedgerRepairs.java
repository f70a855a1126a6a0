package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import seckill.reconcile.RepairJournal.Entry;
import seckill.reconcile.RepairJournal.State;
import seckill.runtime.NoticeRows;

/** Sets the ledger right, and ends orders that are too many; each in one transaction. */
final class LedgerRepairs {
  private static final String ACTOR = "reconcile";
  private static final String COUNTS =
      "SELECT i.sold, i.total_stock + i.restocked AS units, (SELECT COUNT(*) FROM orders o"
          + " WHERE o.item_id = i.id AND o.live = 1) AS live FROM seckill_item i WHERE i.id = ?";
  private static final String SET_SOLD = "UPDATE seckill_item SET sold = ? WHERE id = ?";
  private static final String YOUNGEST =
      "SELECT order_id, user_id, status FROM orders WHERE item_id = ? AND live = 1"
          + " ORDER BY purchased_at DESC, order_id DESC LIMIT 1";
  private static final String END =
      "UPDATE orders SET status = ?, live = NULL, changed_at = ? WHERE order_id = ? AND live = 1";
  private static final String UNBOOK =
      "UPDATE seckill_item SET sold = sold - 1 WHERE id = ? AND sold > 0";
  private static final String UNSETTLE =
      "UPDATE settlement SET unsold = unsold + 1 WHERE item_id = ?";
  private static final String REFUND =
      "UPDATE payment SET outcome = 'REFUND_DUE' WHERE order_id = ? AND outcome = 'PAID'";
  private static final String NOTE =
      "INSERT INTO order_event (order_id, status, at, actor, detail) VALUES (?, ?, ?, ?, ?)";

  private final RepairJournal journal;
  private final ReturnTasks returns;
  private final boolean tellsBuyers;
  private final Clock clock;

  /**
   * @param tellsBuyers whether buyers are told what became of their orders
   */
  LedgerRepairs(RepairJournal journal, ReturnTasks returns, boolean tellsBuyers, Clock clock) {
    this.journal = journal;
    this.returns = returns;
    this.tellsBuyers = tellsBuyers;
    this.clock = clock;
  }

  /** An order that was cancelled because there were too many. */
  record Cancelled(String orderId, String status, String detail) {}

  /**
   * Sets the ledger to the number of live orders.
   *
   * @param downOnly whether it may only go down
   * @return what was done, or nothing if it was right
   */
  Future<Optional<Entry>> mendLedger(long fence, long itemId, boolean downOnly) {
    return journal.decide(
        fence,
        itemId,
        connection ->
            connection
                .preparedQuery(COUNTS)
                .execute(Tuple.of(itemId))
                .compose(
                    rows -> {
                      Row row = rows.iterator().next();
                      long sold = row.getLong("sold");
                      long live = row.getLong("live");
                      if (sold == live || downOnly && sold < live) {
                        return Future.succeededFuture(Optional.empty());
                      }
                      Entry entry =
                          new Entry(
                              RepairKind.SOLD,
                              sold + " to " + live + " by run " + fence,
                              "the ledger said " + sold + " sold for " + live + " live orders");
                      return connection
                          .preparedQuery(SET_SOLD)
                          .execute(Tuple.of(live, itemId))
                          .compose(
                              set -> journal.write(connection, fence, itemId, entry, State.DONE))
                          .map(Optional.of(entry));
                    }));
  }

  /**
   * Cancels the youngest order if there are more than units; a paid one becomes due for a refund.
   *
   * @param unit whether the unit may go back on the shelf
   * @return the order, or nothing if there are not too many
   */
  Future<Optional<Cancelled>> cancelYoungest(long fence, long itemId, boolean unit) {
    return journal.decide(
        fence,
        itemId,
        connection ->
            connection
                .preparedQuery(COUNTS)
                .execute(Tuple.of(itemId))
                .compose(
                    counts -> {
                      Row row = counts.iterator().next();
                      return row.getLong("live") <= row.getLong("units")
                          ? Future.succeededFuture(Optional.empty())
                          : connection
                              .preparedQuery(YOUNGEST)
                              .execute(Tuple.of(itemId))
                              .compose(
                                  rows ->
                                      cancel(
                                          connection, fence, itemId, rows.iterator().next(), unit));
                    }));
  }

  private Future<Optional<Cancelled>> cancel(
      SqlConnection connection, long fence, long itemId, Row row, boolean unit) {
    String order = row.getString("order_id");
    boolean paid = row.getString("status").equals("PAID");
    String status = paid ? "REFUND_DUE" : "CANCELLED";
    String detail = "cancelled by the auditor: more orders than units";
    LocalDateTime now = SqlBooks.utc(clock.instant());
    Entry entry = new Entry(RepairKind.OVERSOLD, order, detail);
    return connection
        .preparedQuery(END)
        .execute(Tuple.of(status, now, order))
        .compose(ended -> connection.preparedQuery(UNBOOK).execute(Tuple.of(itemId)))
        .compose(unbooked -> connection.preparedQuery(UNSETTLE).execute(Tuple.of(itemId)))
        .compose(noted -> connection.preparedQuery(REFUND).execute(Tuple.of(order)))
        .compose(
            refunded ->
                connection
                    .preparedQuery(NOTE)
                    .execute(Tuple.of(order, status, now, SqlBooks.bytes(ACTOR), detail)))
        .compose(noted -> returns.add(connection, itemId, row.getBuffer("user_id"), order, unit))
        .compose(queued -> tell(connection, status, itemId, order))
        .compose(told -> journal.write(connection, fence, itemId, entry, State.DONE))
        .map(Optional.of(new Cancelled(order, status, detail)));
  }

  // What buyers are told is called like the new status of their order.
  private Future<Void> tell(SqlConnection connection, String event, long itemId, String order) {
    return tellsBuyers
        ? NoticeRows.add(connection, event, itemId, List.of(order))
        : Future.succeededFuture();
  }
}
