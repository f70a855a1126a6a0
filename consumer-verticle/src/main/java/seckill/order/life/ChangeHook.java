package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/** Is told of every change of orders inside the transaction that makes it. */
@FunctionalInterface
public interface ChangeHook {
  /** Does nothing. */
  ChangeHook NONE = (connection, changes) -> Future.succeededFuture();

  /**
   * Adds to the transaction; a failure rolls the changes back.
   *
   * @param changes of orders of one item, one per order
   */
  Future<Void> afterChange(SqlConnection connection, List<OrderChange> changes);
}
