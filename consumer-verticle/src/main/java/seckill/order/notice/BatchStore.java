package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import seckill.order.MultiRow;
import seckill.runtime.MySqlLink;

/**
 * The batches of orders whose buyers are to be told.
 *
 * <p>All times are of MySQL's clock, so that senders with different clocks share their work. Rows
 * are changed by their primary key alone: a lock on a range would hold up those who insert orders.
 */
final class BatchStore {
  private static final String FIND_DUE =
      "SELECT id, event, item_id, size, told, created_at FROM notice_batch"
          + " WHERE next_at <= UTC_TIMESTAMP(3) AND event IN ("
          + NoticeStore.KNOWN_EVENTS
          + ") ORDER BY next_at, id LIMIT ?";
  private static final String FIND_ORDERS = "SELECT id, orders FROM notice_batch WHERE id IN (";
  private static final String CLAIM =
      "UPDATE notice_batch SET claimed_by = ?,"
          + " next_at = UTC_TIMESTAMP(3) + INTERVAL ? MICROSECOND"
          + " WHERE id = ? AND told = ? AND next_at <= UTC_TIMESTAMP(3)";
  private static final String END = "DELETE FROM notice_batch WHERE id = ? AND claimed_by = ?";
  // Due since it was made, so that the oldest goes on first.
  private static final String RELEASE =
      "UPDATE notice_batch SET told = ?, claimed_by = NULL, next_at = created_at"
          + " WHERE id = ? AND claimed_by = ?";

  private final MySqlLink mysql;
  private final NoticeStore notices;
  private final MultiRow<Slice> findOrders =
      new MultiRow<>(FIND_ORDERS, "?", ")", (tuple, slice) -> tuple.addLong(slice.batchId()));

  BatchStore(MySqlLink mysql, NoticeStore notices) {
    this.mysql = mysql;
    this.notices = notices;
  }

  /**
   * Claims the oldest due orders.
   *
   * @param token a new one for each claim
   * @param limit orders
   * @param leaseMillis after which they are due again
   */
  Future<List<Slice>> claim(String token, int limit, long leaseMillis) {
    return mysql
        .execute(FIND_DUE, Tuple.of(limit))
        .map(rows -> oldest(rows, limit))
        .compose(this::withOrders)
        .compose(rests -> claim(token, Slice.cut(rests, limit), leaseMillis));
  }

  private static List<Slice> oldest(RowSet<Row> rows, int limit) {
    List<Slice> due = new ArrayList<>();
    int orders = 0;
    for (Row row : rows) {
      if (orders >= limit) {
        break;
      }
      int size = row.getInteger("size");
      int told = row.getInteger("told");
      orders += size - told;
      due.add(
          new Slice(
              row.getLong("id"),
              NoticeEvent.valueOf(row.getString("event")),
              row.getLong("item_id"),
              size,
              told,
              List.of(),
              row.getLocalDateTime("created_at")));
    }
    return due;
  }

  private Future<List<Slice>> withOrders(List<Slice> due) {
    if (due.isEmpty()) {
      return Future.succeededFuture(due);
    }
    return mysql
        .withConnection(connection -> findOrders.select(connection, Tuple.tuple(), due))
        .map(
            rows -> {
              Map<Long, String> orders = new HashMap<>();
              rows.forEach(row -> orders.put(row.getLong("id"), row.getString("orders")));
              return due.stream()
                  // Ended by another sender meanwhile.
                  .filter(slice -> orders.containsKey(slice.batchId()))
                  .map(slice -> slice.withOrders(rest(slice, orders.get(slice.batchId()))))
                  .toList();
            });
  }

  private static List<String> rest(Slice slice, String json) {
    return new JsonArray(json).stream().skip(slice.from()).map(String.class::cast).toList();
  }

  private Future<List<Slice>> claim(String token, List<Slice> slices, long leaseMillis) {
    long leaseMicros = TimeUnit.MILLISECONDS.toMicros(leaseMillis);
    return slices.isEmpty()
        ? Future.succeededFuture(slices)
        : mysql.withTransaction(
            connection ->
                EachRow.changed(
                    connection,
                    CLAIM,
                    slices,
                    slice -> Tuple.of(token, leaseMicros, slice.batchId(), slice.from())));
  }

  /**
   * Writes down how far claimed slices came and gives their batches back; can be repeated.
   *
   * @return what was parked, without that of batches that another sender has taken over
   */
  Future<List<Parked>> settle(String token, List<SliceResult> results) {
    List<SliceResult> ended = results.stream().filter(SliceResult::endsBatch).toList();
    List<SliceResult> rest = results.stream().filter(result -> !result.endsBatch()).toList();
    return mysql.withTransaction(
        connection ->
            EachRow.changed(connection, END, ended, r -> Tuple.of(r.slice().batchId(), token))
                .compose(
                    ours ->
                        EachRow.changed(
                                connection,
                                RELEASE,
                                rest,
                                r -> Tuple.of(r.told(), r.slice().batchId(), token))
                            .map(oursToo -> parked(ours, oursToo)))
                .compose(parked -> notices.park(connection, parked).map(parked)));
  }

  private static List<Parked> parked(List<SliceResult> some, List<SliceResult> others) {
    return Stream.concat(some.stream(), others.stream())
        .flatMap(result -> result.parked().stream())
        .toList();
  }
}
