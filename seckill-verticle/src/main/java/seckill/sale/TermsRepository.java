package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.TermsChange;
import seckill.runtime.MySqlLink;

/**
 * The books of the changes of terms: each is written down with the request that it was made for.
 */
final class TermsRepository {
  private static final String FIND =
      "SELECT item_id, kind, units, end_at, total FROM item_change WHERE request_id = ?";
  private static final String SETTLED = "SELECT 1 FROM settlement WHERE item_id = ?";
  private static final String INSERT =
      "INSERT INTO item_change (request_id, item_id, kind, units, end_at, total, actor, at)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String RESTOCK =
      "UPDATE seckill_item SET restocked = restocked + ? WHERE id = ?";
  private static final String EXTEND = "UPDATE seckill_item SET end_at = ? WHERE id = ?";

  private final MySqlLink mysql;
  private final ItemRepository items;
  private final Clock clock;

  TermsRepository(MySqlLink mysql, ItemRepository items, Clock clock) {
    this.mysql = mysql;
    this.items = items;
    this.clock = clock;
  }

  /**
   * What the books say after a change.
   *
   * @param item as it is now
   * @param total units ever for sale after the change
   * @param replayed whether the change had been made before
   */
  record Booked(SaleItem item, long total, boolean replayed) {}

  /**
   * Books a change, unless its request was booked before.
   *
   * <p>Fails with NOT_FOUND; with KEY_REUSED if the request id stands for another change; with
   * CONFLICT if the sale is settled, the end is not later or the units would be too many; with
   * BAD_REQUEST if the end has passed.
   */
  Future<Booked> book(TermsChange change, String actor) {
    return mysql
        .withTransaction(
            connection ->
                items
                    .lock(connection, change.itemId())
                    .compose(item -> bookOnce(connection, item, change, actor)))
        .recover(
            cause ->
                // Changes of one item wait for each other, so the other one is of another item.
                MySqlLink.errorCode(cause) == MySqlLink.DUPLICATE_KEY
                    ? Future.failedFuture(keyReused(change))
                    : Future.failedFuture(cause));
  }

  private Future<Booked> bookOnce(
      SqlConnection connection, SaleItem item, TermsChange change, String actor) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(change.requestId()))
        .compose(
            found ->
                found.size() == 0
                    ? requireUnsettled(connection, item)
                        .compose(open -> book(connection, item, change, actor))
                    : Future.succeededFuture(again(item, change, found.iterator().next())));
  }

  private static Booked again(SaleItem item, TermsChange change, Row row) {
    boolean same =
        row.getLong("item_id") == change.itemId()
            && row.getString("kind").equals(change.kind().name())
            && (change.kind() == TermsChange.Kind.RESTOCK
                ? row.getLong("units") == change.units()
                : row.getLocalDateTime("end_at").equals(utc(change.endAt())));
    if (!same) {
      throw keyReused(change);
    }
    return new Booked(item, row.getLong("total"), true);
  }

  private static Future<Void> requireUnsettled(SqlConnection connection, SaleItem item) {
    return connection
        .preparedQuery(SETTLED)
        .execute(Tuple.of(item.itemId()))
        .map(
            rows -> {
              if (rows.size() > 0) {
                throw conflict(
                    "item "
                        + item.itemId()
                        + " is settled: what was left has been booked back; make a new item");
              }
              return null;
            });
  }

  private Future<Booked> book(
      SqlConnection connection, SaleItem before, TermsChange change, String actor) {
    SaleItem item = before.after(change, clock.instant());
    boolean restock = change.kind() == TermsChange.Kind.RESTOCK;
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                change.requestId(),
                item.itemId(),
                change.kind().name(),
                restock ? change.units() : null,
                restock ? null : utc(change.endAt()),
                item.units(),
                Buffer.buffer(actor),
                utc(clock.instant())))
        .compose(
            written ->
                connection
                    .preparedQuery(restock ? RESTOCK : EXTEND)
                    .execute(
                        Tuple.of(restock ? change.units() : utc(change.endAt()), item.itemId())))
        .map(new Booked(item, item.units(), false));
  }

  private static SeckillException keyReused(TermsChange change) {
    return new SeckillException(
        Outcome.KEY_REUSED, "the request " + change.requestId() + " was for another change");
  }

  private static SeckillException conflict(String why) {
    return new SeckillException(Outcome.CONFLICT, why);
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
