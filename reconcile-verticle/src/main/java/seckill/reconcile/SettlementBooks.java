package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import seckill.runtime.MySqlLink;

/** Settlements in MySQL. */
final class SettlementBooks {
  private static final String FIND =
      "SELECT units, sold, unsold, settled_at FROM settlement WHERE item_id = ?";
  private static final String LOCK_ITEM =
      "SELECT total_stock + restocked AS units, sold, status,"
          + " TIMESTAMPDIFF(MICROSECOND, end_at, ?) AS over_micros"
          + " FROM seckill_item WHERE id = ? FOR UPDATE";
  private static final String OBSTACLES =
      "SELECT (SELECT COUNT(*) FROM outbox WHERE item_id = ?) AS changes,"
          + " (SELECT COUNT(*) FROM dead_letter WHERE item_id = ? AND state = 'OPEN') AS letters,"
          + " (SELECT COUNT(*) FROM orders WHERE item_id = ? AND live = 1) AS live";
  private static final String WRITE =
      "INSERT INTO settlement (item_id, units, sold, unsold, settled_at)"
          + " VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE"
          + " units = VALUES(units), sold = VALUES(sold), unsold = VALUES(unsold)";

  private final MySqlLink mysql;

  SettlementBooks(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /** How a settlement came about. */
  enum Origin {
    MADE,
    CORRECTED,
    FOUND
  }

  /** A settlement, or what it waits for. */
  record Settled(Settlement settlement, Origin origin) {
    static Settled found(Settlement settlement) {
      return new Settled(settlement, Origin.FOUND);
    }

    static Settled waiting(String waitsFor) {
      return found(Settlement.waiting(waitsFor));
    }
  }

  /** The settlement of an item, if there is one. */
  Future<Optional<Settlement>> find(long itemId) {
    return mysql.execute(FIND, Tuple.of(itemId)).map(SettlementBooks::settlement);
  }

  private static Optional<Settlement> settlement(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return Optional.empty();
    }
    Row row = rows.iterator().next();
    return Optional.of(
        new Settlement(
            row.getLong("units"),
            row.getLong("sold"),
            row.getLong("unsold"),
            row.getLocalDateTime("settled_at").toInstant(ZoneOffset.UTC),
            null));
  }

  /**
   * Settles a sale from its ledger, or corrects a settlement that the ledger has left behind.
   *
   * @param afterMillis how long the sale has to be over
   * @param now the time of Redis
   * @return the settlement; what it waits for; or nothing if the sale is not over or never began
   */
  Future<Optional<Settled>> settle(long fence, long itemId, long afterMillis, LocalDateTime now) {
    return mysql.withTransaction(
        connection ->
            Fence.require(connection, fence)
                .compose(held -> connection.preparedQuery(LOCK_ITEM).execute(Tuple.of(now, itemId)))
                .compose(
                    rows -> {
                      Row item = rows.iterator().next();
                      boolean over =
                          TimeUnit.MICROSECONDS.toMillis(item.getLong("over_micros"))
                              >= afterMillis;
                      return over && !item.getString("status").equals("DRAFT")
                          ? settle(connection, itemId, item).map(Optional::of)
                          : Future.succeededFuture(Optional.empty());
                    }));
  }

  private static Future<Settled> settle(SqlConnection connection, long itemId, Row item) {
    long units = item.getLong("units");
    long sold = item.getLong("sold");
    return connection
        .preparedQuery(OBSTACLES)
        .execute(Tuple.of(itemId, itemId, itemId))
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              if (row.getLong("letters") > 0) {
                return Future.succeededFuture(
                    Settled.waiting(row.getLong("letters") + " dead letters are open"));
              }
              if (row.getLong("changes") > 0) {
                return Future.succeededFuture(Settled.waiting("units are on their way back"));
              }
              if (row.getLong("live") != sold) {
                return Future.succeededFuture(
                    Settled.waiting("the ledger is not the number of live orders"));
              }
              return write(connection, itemId, units, sold);
            });
  }

  private static Future<Settled> write(
      SqlConnection connection, long itemId, long units, long sold) {
    return find(connection, itemId)
        .compose(
            before ->
                before.isPresent() && before.get().unsold() == units - sold
                    ? Future.succeededFuture(Settled.found(before.get()))
                    : connection
                        .preparedQuery(WRITE)
                        .execute(Tuple.of(itemId, units, sold, units - sold))
                        .compose(written -> find(connection, itemId))
                        .map(
                            now ->
                                new Settled(
                                    now.orElseThrow(),
                                    before.isPresent() ? Origin.CORRECTED : Origin.MADE)));
  }

  private static Future<Optional<Settlement>> find(SqlConnection connection, long itemId) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(itemId))
        .map(SettlementBooks::settlement);
  }
}
