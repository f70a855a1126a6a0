package seckill.sale.store;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.MySqlLink;
import seckill.runtime.StoreChoice;
import seckill.runtime.StoreChoice.Store;

/** The books of which Redis sells. */
final class StoreBook {
  private static final String READ =
      "SELECT active, generation, changed_by, changed_at FROM store_choice WHERE id = 1";
  private static final String LOCK = READ + " FOR UPDATE";
  private static final String FIND_REQUEST = "SELECT active FROM store_switch WHERE request_id = ?";

  // What was right when a store last sold says nothing of what it holds now.
  private static final String DISTRUST = "DELETE FROM store_trust WHERE store = ?";
  private static final String NOTE =
      "INSERT INTO store_switch (generation, active, request_id, actor, at)"
          + " VALUES (?, ?, ?, ?, SYSDATE(3))";

  // SYSDATE is the time at which the row is changed, not that at which the statement began to wait.
  private static final String CHOOSE =
      "UPDATE store_choice SET active = ?, generation = ?, changed_by = ?, changed_at = SYSDATE(3)"
          + " WHERE id = 1";

  private final MySqlLink mysql;

  StoreBook(MySqlLink mysql) {
    this.mysql = mysql;
  }

  /**
   * What the books say.
   *
   * @param choice in force
   * @param by who switched last; empty if nobody did
   * @param at when
   */
  record Entry(StoreChoice choice, String by, String at) {
    JsonObject toJson() {
      return new JsonObject()
          .put("active", choice.active().name())
          .put("generation", choice.generation())
          .put("changedBy", by)
          .put("changedAt", at);
    }
  }

  /** Who wants which store to sell. */
  record Wish(Store store, String actor, String requestId) {}

  Future<Entry> read() {
    return mysql.execute(READ, Tuple.tuple()).map(StoreBook::entry);
  }

  private static Entry entry(RowSet<Row> rows) {
    if (rows.size() != 1) {
      throw new SeckillException(Outcome.DEGRADED, "store_choice must have one row");
    }
    Row row = rows.iterator().next();
    return new Entry(
        new StoreChoice(Store.valueOf(row.getString(0)), row.getLong(1)),
        row.getBuffer(2).toString(StandardCharsets.UTF_8),
        row.getLocalDateTime(3).toInstant(ZoneOffset.UTC).toString());
  }

  /**
   * Lets a store sell.
   *
   * @return the choice it made; {@code null} if it sells already, or the request was carried out
   */
  Future<StoreChoice> choose(Wish wish) {
    return mysql.withTransaction(
        connection ->
            isKnown(connection, wish)
                .compose(
                    known ->
                        known
                            ? Future.<StoreChoice>succeededFuture()
                            : lock(connection)
                                .compose(
                                    now ->
                                        now.active() == wish.store()
                                            ? Future.<StoreChoice>succeededFuture()
                                            : write(connection, wish, now))));
  }

  /** Lets the backup sell, if the choice is still the one that was seen; else {@code null}. */
  Future<StoreChoice> replace(StoreChoice seen, String actor) {
    Wish wish = new Wish(Store.BACKUP, actor, null);
    return mysql.withTransaction(
        connection ->
            lock(connection)
                .compose(
                    now ->
                        now.equals(seen) && now.active() == Store.MAIN
                            ? write(connection, wish, now)
                            : Future.<StoreChoice>succeededFuture()));
  }

  private static Future<StoreChoice> lock(SqlConnection connection) {
    return connection.query(LOCK).execute().map(rows -> entry(rows).choice());
  }

  private static Future<Boolean> isKnown(SqlConnection connection, Wish wish) {
    if (wish.requestId() == null) {
      return Future.succeededFuture(false);
    }
    return connection
        .preparedQuery(FIND_REQUEST)
        .execute(Tuple.of(wish.requestId()))
        .map(
            rows -> {
              if (rows.size() > 0
                  && !rows.iterator().next().getString(0).equals(wish.store().name())) {
                throw new SeckillException(
                    Outcome.CONFLICT, "this requestId was used for the other store");
              }
              return rows.size() > 0;
            });
  }

  private static Future<StoreChoice> write(
      SqlConnection connection, Wish wish, StoreChoice before) {
    StoreChoice after = new StoreChoice(wish.store(), before.generation() + 1);
    String store = wish.store().name();
    Buffer actor = Buffer.buffer(wish.actor());
    return connection
        .preparedQuery(DISTRUST)
        .execute(Tuple.of(store))
        .compose(
            done ->
                connection
                    .preparedQuery(NOTE)
                    .execute(Tuple.of(after.generation(), store, wish.requestId(), actor)))
        .compose(
            done ->
                connection
                    .preparedQuery(CHOOSE)
                    .execute(Tuple.of(store, after.generation(), actor)))
        .map(after);
  }
}
