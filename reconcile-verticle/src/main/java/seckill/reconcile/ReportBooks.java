package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import seckill.runtime.MySqlLink;

/** Where reports are kept, and who asked for a repair. */
final class ReportBooks {
  private static final String SAVE_REPORT =
      "INSERT INTO reconciliation (item_id, verdict, report, started_at, finished_at)"
          + " VALUES (?, ?, ?, ?, ?)";

  private static final String DROP_OLD_REPORTS =
      "DELETE FROM reconciliation WHERE item_id = ? AND id <= (SELECT id FROM (SELECT id FROM"
          + " reconciliation WHERE item_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?) AS newest_old)";
  private static final String AUDIT =
      "INSERT INTO admin_audit (at, actor, action, item_id, detail, outcome)"
          + " VALUES (UTC_TIMESTAMP(3), ?, 'REPAIR', ?, ?, ?)";

  private final MySqlLink mysql;

  ReportBooks(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /**
   * Stores a report and drops the oldest ones beyond the limit, both or neither, and neither if the
   * fence is not the highest any more.
   */
  Future<Void> save(long fence, Report report, int keep) {
    return mysql.withTransaction(
        connection ->
            Fence.require(connection, fence)
                .compose(
                    held ->
                        connection
                            .preparedQuery(SAVE_REPORT)
                            .execute(
                                Tuple.of(
                                    report.itemId(),
                                    report.verdict().name(),
                                    report.toJson().encode(),
                                    SqlBooks.utc(report.startedAt()),
                                    SqlBooks.utc(report.finishedAt()))))
                .compose(
                    saved ->
                        connection
                            .preparedQuery(DROP_OLD_REPORTS)
                            .execute(Tuple.of(report.itemId(), report.itemId(), keep)))
                .mapEmpty());
  }

  /** Writes down who asked for a repair, and what came of it. */
  Future<Void> audit(String actor, long itemId, String detail, String outcome) {
    return mysql
        .execute(AUDIT, Tuple.of(SqlBooks.bytes(actor), itemId, detail, outcome))
        .mapEmpty();
  }
}
