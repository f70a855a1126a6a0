package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import seckill.contract.LatestQuery;
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
          + " VALUES (UTC_TIMESTAMP(3), ?, ?, ?, ?, ?)";

  private static final String LATEST_REPORTS = "SELECT id, report FROM reconciliation WHERE id < ?";
  private static final String OF_ITEM = " AND item_id = ?";
  private static final String LIMITED = " ORDER BY id DESC LIMIT ?";

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

  /** Writes down who asked for a run, and what came of it. */
  Future<Void> audit(String actor, String action, long itemId, String detail, String outcome) {
    return mysql
        .execute(AUDIT, Tuple.of(SqlBooks.bytes(actor), action, itemId, detail, outcome))
        .mapEmpty();
  }

  /** One page of the reports that are kept, latest first: {@code {reports, before?}}. */
  Future<JsonObject> latest(LatestQuery query) {
    boolean all = query.itemId() == null;
    Tuple arguments =
        all
            ? Tuple.of(query.before(), query.limit())
            : Tuple.of(query.before(), query.itemId(), query.limit());
    return mysql
        .execute(LATEST_REPORTS + (all ? "" : OF_ITEM) + LIMITED, arguments)
        .map(
            rows -> {
              JsonArray reports = new JsonArray();
              String last = null;
              for (Row row : rows) {
                last = Long.toString(row.getLong("id"));
                reports.add(new JsonObject(row.getString("report")).put("id", last));
              }
              JsonObject page = new JsonObject().put("reports", reports);
              return rows.size() < query.limit() ? page : page.put("before", last);
            });
  }
}
