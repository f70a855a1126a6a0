package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import seckill.contract.Outcome;
import seckill.runtime.MySqlLink;

/** Single notices as operators see them, and what they have done with them, audited. */
final class NoticeShelf {
  private static final String LIST =
      "SELECT seq, id, event, item_id, order_id, state, attempts, next_at, last_error, created_at"
          + " FROM notice WHERE seq > ?";
  private static final String OF_STATE = " AND state = ?";
  private static final String OF_ITEM = " AND item_id = ?";
  private static final String PAGE = " ORDER BY seq LIMIT ?";
  private static final String FIND = "SELECT item_id FROM notice WHERE id = ?";
  private static final String AGAIN =
      "UPDATE notice SET state = 'WAITING', attempts = 0, next_at = UTC_TIMESTAMP(3)";
  // One that is being sent is left to its sender.
  private static final String THIS_ONE = " WHERE id = ? AND claimed_by IS NULL";
  private static final String GIVEN_UP = " WHERE state = 'GIVEN_UP'";
  private static final String AUDIT =
      "INSERT INTO admin_audit (at, actor, action, item_id, detail, outcome)"
          + " VALUES (UTC_TIMESTAMP(3), ?, 'NOTICE_RETRY', ?, ?, ?)";
  private static final String DONE = "OK";

  /** Stands in the books where a change is about no item. */
  private static final long NO_ITEM = 0;

  private final MySqlLink mysql;

  NoticeShelf(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /** A page of notices: {@code {notices: [], after?}}. */
  Future<JsonObject> page(NoticeQuery query) {
    Tuple parameters = Tuple.of(query.after());
    StringBuilder sql = new StringBuilder(LIST);
    if (query.state() != null) {
      sql.append(OF_STATE);
      parameters.addString(query.state());
    }
    if (query.itemId() != null) {
      sql.append(OF_ITEM);
      parameters.addLong(query.itemId());
    }
    parameters.addInteger(query.limit());
    return mysql
        .execute(sql.append(PAGE).toString(), parameters)
        .map(
            rows -> {
              JsonArray notices = new JsonArray();
              long last = 0;
              for (Row row : rows) {
                notices.add(describe(row));
                last = row.getLong("seq");
              }
              JsonObject page = new JsonObject().put("notices", notices);
              return rows.size() < query.limit() ? page : page.put("after", Long.toString(last));
            });
  }

  private static JsonObject describe(Row row) {
    return new JsonObject()
        .put("id", row.getString("id"))
        .put("event", row.getString("event"))
        .put("itemId", Long.toString(row.getLong("item_id")))
        .put("orderId", row.getString("order_id"))
        .put("state", row.getString("state"))
        .put("attempts", row.getInteger("attempts"))
        .put("nextAt", row.getLocalDateTime("next_at").toInstant(ZoneOffset.UTC).toString())
        .put("lastError", row.getString("last_error"))
        .put("at", row.getLocalDateTime("created_at").toInstant(ZoneOffset.UTC).toString());
  }

  /** Has one notice tried again at once; whether it is there. */
  Future<Boolean> retry(String noticeId, String actor) {
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(FIND)
                .execute(Tuple.of(noticeId))
                .compose(rows -> retry(connection, noticeId, rows, actor)));
  }

  private static Future<Boolean> retry(
      SqlConnection connection, String noticeId, RowSet<Row> found, String actor) {
    JsonObject detail = new JsonObject().put("notice", noticeId);
    if (found.size() == 0) {
      return audit(connection, actor, NO_ITEM, detail, Outcome.NOT_FOUND.name()).map(false);
    }
    long itemId = found.iterator().next().getLong(0);
    return connection
        .preparedQuery(AGAIN + THIS_ONE)
        .execute(Tuple.of(noticeId))
        .compose(done -> audit(connection, actor, itemId, detail, DONE))
        .map(true);
  }

  /**
   * Has notices that were given up tried again at once, the oldest first.
   *
   * @param itemId or {@code null} for all items
   * @param limit of one call
   * @return how many
   */
  Future<Integer> retryAll(Long itemId, int limit, String actor) {
    String sql = AGAIN + GIVEN_UP + (itemId == null ? "" : OF_ITEM) + PAGE;
    Tuple parameters = itemId == null ? Tuple.of(limit) : Tuple.of(itemId, limit);
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(sql)
                .execute(parameters)
                .compose(
                    done ->
                        audit(
                                connection,
                                actor,
                                itemId == null ? NO_ITEM : itemId,
                                new JsonObject().put("count", done.rowCount()),
                                DONE)
                            .map(done.rowCount())));
  }

  private static Future<Void> audit(
      SqlConnection connection, String actor, long itemId, JsonObject detail, String outcome) {
    return connection
        .preparedQuery(AUDIT)
        .execute(Tuple.of(Buffer.buffer(actor), itemId, detail.encode(), outcome))
        .mapEmpty();
  }
}
