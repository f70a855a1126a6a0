package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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
  private static final String LOOK_UP =
      "SELECT o.order_id, o.user_id, o.price_cents, EXISTS (SELECT 1 FROM notice n"
          + " WHERE n.order_id = o.order_id AND n.state = 'WAITING') AS held"
          + " FROM orders o WHERE o.order_id IN (";
  private static final String END = "DELETE FROM notice_batch WHERE id = ? AND claimed_by = ?";
  // Due since it was made, so that the oldest goes on first.
  private static final String RELEASE =
      "UPDATE notice_batch SET told = ?, claimed_by = NULL, next_at = created_at"
          + " WHERE id = ? AND claimed_by = ?";

  private final MySqlLink mysql;
  private final NoticeStore notices;
  private final MultiRow<Slice> findOrders =
      new MultiRow<>(FIND_ORDERS, "?", ")", (tuple, slice) -> tuple.addLong(slice.batchId()));
  private final MultiRow<String> lookUp = new MultiRow<>(LOOK_UP, "?", ")", Tuple::addString);

  BatchStore(MySqlLink mysql, NoticeStore notices) {
    this.mysql = mysql;
    this.notices = notices;
  }

  /**
   * What a notice says of an order.
   *
   * @param held whether an earlier notice of the order waits for another try
   */
  record OrderFacts(String userId, long priceCents, boolean held) {}

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
    List<Tuple> rows =
        slices.stream()
            .map(
                slice ->
                    Tuple.of(
                        token,
                        TimeUnit.MILLISECONDS.toMicros(leaseMillis),
                        slice.batchId(),
                        slice.from()))
            .toList();
    return mysql
        .withTransaction(connection -> NoticeStore.each(connection, CLAIM, rows))
        .map(got -> chosen(slices, got));
  }

  private static <T> List<T> chosen(List<T> all, List<Boolean> which) {
    List<T> chosen = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (which.get(i)) {
        chosen.add(all.get(i));
      }
    }
    return chosen;
  }

  /** What notices say of these orders; nothing of those that are gone. */
  Future<Map<String, OrderFacts>> lookUp(List<String> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return mysql
        .withConnection(connection -> lookUp.select(connection, Tuple.tuple(), orderIds))
        .map(
            rows -> {
              Map<String, OrderFacts> facts = new HashMap<>();
              for (Row row : rows) {
                facts.put(
                    row.getString("order_id"),
                    new OrderFacts(
                        row.getBuffer("user_id").toString(),
                        row.getLong("price_cents"),
                        row.getLong("held") != 0));
              }
              return facts;
            });
  }

  /**
   * Writes down how far claimed slices came and gives their batches back; can be repeated.
   *
   * @return what was parked, without that of batches that another sender has taken over
   */
  Future<List<Parked>> settle(String token, List<SliceResult> results) {
    return mysql.withTransaction(
        connection -> {
          List<SliceResult> ended = results.stream().filter(SliceResult::endsBatch).toList();
          List<SliceResult> rest = results.stream().filter(r -> !r.endsBatch()).toList();
          return settle(connection, END, ended, r -> Tuple.of(r.slice().batchId(), token))
              .compose(
                  first ->
                      settle(
                              connection,
                              RELEASE,
                              rest,
                              r -> Tuple.of(r.told(), r.slice().batchId(), token))
                          .map(
                              second -> {
                                List<Parked> parked = new ArrayList<>(first);
                                parked.addAll(second);
                                return parked;
                              }))
              .compose(parked -> notices.park(connection, parked).map(parked));
        });
  }

  private static Future<List<Parked>> settle(
      SqlConnection connection,
      String sql,
      List<SliceResult> results,
      Function<SliceResult, Tuple> parameters) {
    return NoticeStore.each(connection, sql, results.stream().map(parameters).toList())
        .map(
            ours ->
                chosen(results, ours).stream()
                    .flatMap(result -> result.parked().stream())
                    .toList());
  }
}
