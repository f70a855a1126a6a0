package seckill.sale;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;

/** Whether items are open, in MySQL; a row that is damaged otherwise can be paused all the same. */
final class ItemStatusRepository {
  private static final String LOCK_STATUS =
      "SELECT status, revision FROM seckill_item WHERE id = ? FOR UPDATE";
  private static final String SET_STATUS =
      "UPDATE seckill_item SET status = ?, revision = ? WHERE id = ?";
  private static final String OPENED =
      "UPDATE seckill_item SET epoch = GREATEST(epoch, ?),"
          + " status = CASE WHEN status = 'DRAFT' THEN 'OPEN' ELSE status END WHERE id = ?";

  private final MySqlLink mysql;

  ItemStatusRepository(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /**
   * A status before and after a change.
   *
   * @param revision since the change
   */
  record StatusChange(String before, String after, long revision) {}

  /** Pauses or resumes; fails with NOT_FOUND, or CONFLICT for a draft. */
  Future<StatusChange> setStatus(long itemId, String status) {
    return mysql.withTransaction(
        connection ->
            lockStatus(connection, itemId)
                .compose(
                    now -> {
                      if (now.after().equals(SaleItem.DRAFT)) {
                        throw new SeckillException(
                            Outcome.CONFLICT, "item " + itemId + " is not preheated");
                      }
                      return write(connection, itemId, now, status, now.revision() + 1);
                    }));
  }

  /**
   * Stores a pause that Redis took while MySQL was away, unless somebody has changed the item
   * since.
   *
   * @param known revision that MySQL had at least, when it was paused
   */
  Future<StatusChange> storePause(long itemId, long known) {
    return mysql.withTransaction(
        connection ->
            lockStatus(connection, itemId)
                .compose(
                    now ->
                        now.revision() > known
                            ? Future.succeededFuture(now)
                            : write(connection, itemId, now, SaleItem.PAUSED, known + 1)));
  }

  /** Sees to it that the revision is above another, which Redis has and MySQL has lost. */
  Future<StatusChange> raiseRevision(long itemId, long above) {
    return mysql.withTransaction(
        connection ->
            lockStatus(connection, itemId)
                .compose(
                    now ->
                        now.revision() >= above
                            ? Future.succeededFuture(now)
                            : write(connection, itemId, now, now.after(), above + 1)));
  }

  private static Future<StatusChange> write(
      SqlConnection connection, long itemId, StatusChange now, String status, long revision) {
    return connection
        .preparedQuery(SET_STATUS)
        .execute(Tuple.of(status, revision, itemId))
        .map(new StatusChange(now.after(), status, revision));
  }

  /** Notes that the item's state stands in Redis with this epoch; tells its status. */
  Future<String> opened(long itemId, long epoch) {
    return mysql.withTransaction(
        connection ->
            lockStatus(connection, itemId)
                .compose(
                    current -> connection.preparedQuery(OPENED).execute(Tuple.of(epoch, itemId)))
                .compose(updated -> lockStatus(connection, itemId))
                .map(StatusChange::after));
  }

  private static Future<StatusChange> lockStatus(SqlConnection connection, long itemId) {
    return connection
        .preparedQuery(LOCK_STATUS)
        .execute(Tuple.of(itemId))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ItemRepository.notFound(itemId);
              }
              Row row = rows.iterator().next();
              return new StatusChange(row.getString(0), row.getString(0), row.getLong(1));
            });
  }
}
