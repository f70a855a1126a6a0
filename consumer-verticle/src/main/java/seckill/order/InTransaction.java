package seckill.order;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import seckill.contract.OrderMessage;

/** What else belongs into the transaction that writes orders. */
public interface InTransaction {
  /** Nothing. */
  InTransaction NOTHING = (connection, itemId, inserted) -> Future.succeededFuture();

  /**
   * Is called after orders of one item were inserted and before they are committed; a failure rolls
   * them back, and they are tried again.
   *
   * @param inserted at least one order, none of which was there before
   */
  Future<Void> inserted(SqlConnection connection, long itemId, List<OrderMessage> inserted);
}
