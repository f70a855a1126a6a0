package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.BiFunction;

/**
 * One try to run work in a transaction.
 *
 * @param <T> what the work results in
 */
final class MySqlTransaction<T> {
  private final MySqlLease lease;
  private boolean committing;

  MySqlTransaction(MySqlLease lease) {
    this.lease = lease;
  }

  /** Runs the work, which may have its time begin anew, and commits or rolls back. */
  Future<T> run(BiFunction<SqlConnection, Runnable, Future<T>> work) {
    return lease
        .connection()
        .begin()
        .compose(
            transaction ->
                Future.succeededFuture(lease.connection())
                    .compose(connection -> work.apply(connection, lease::renew))
                    .compose(
                        result -> commit(transaction).map(result),
                        cause -> rollback(transaction, cause)));
  }

  private Future<Void> commit(Transaction transaction) {
    committing = true;
    return transaction.commit().onFailure(cause -> lease.doubt());
  }

  private Future<T> rollback(Transaction transaction, Throwable cause) {
    return transaction
        .rollback()
        .onFailure(unknown -> lease.doubt())
        .transform(done -> Future.failedFuture(cause));
  }

  /** Whether nothing is left of this try, for a reason that another one may not meet. */
  boolean mayRunAgain(Throwable cause) {
    return MySqlErrors.isUndone(cause) || !committing && MySqlErrors.isReadOnly(cause);
  }
}
