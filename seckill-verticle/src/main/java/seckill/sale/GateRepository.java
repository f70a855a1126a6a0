package seckill.sale;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import seckill.contract.ItemGate;
import seckill.runtime.MySqlLink;

/** The books of the gate: what stands before each item, and the switch for all of them. */
final class GateRepository {
  private static final String SET_GATE =
      "INSERT INTO item_gate (item_id, waiting_room, challenge, reserve_from, reserve_until)"
          + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE waiting_room = VALUES(waiting_room),"
          + " challenge = VALUES(challenge), reserve_from = VALUES(reserve_from),"
          + " reserve_until = VALUES(reserve_until)";
  private static final String SALE_STATUS = "SELECT status FROM sale_switch WHERE id = 1";
  private static final String SET_SALE_STATUS =
      "INSERT INTO sale_switch (id, status, changed_at) VALUES (1, ?, ?)"
          + " ON DUPLICATE KEY UPDATE status = VALUES(status), changed_at = VALUES(changed_at)";

  private final MySqlLink mysql;
  private final ItemRepository items;
  private final Clock clock;

  GateRepository(MySqlLink mysql, ItemRepository items, Clock clock) {
    this.mysql = mysql;
    this.items = items;
    this.clock = clock;
  }

  /** Writes the gate of an item that is being created or changed in the same transaction. */
  static Future<Void> write(SqlConnection connection, long itemId, ItemGate gate) {
    ItemGate.Reservation reservation = gate.reservation();
    return connection
        .preparedQuery(SET_GATE)
        .execute(
            Tuple.of(
                itemId,
                gate.waitingRoom() ? 1 : 0,
                gate.challenge().name(),
                reservation == null ? null : utc(reservation.from()),
                reservation == null ? null : utc(reservation.until())))
        .mapEmpty();
  }

  /**
   * An item before and after a change of its gate.
   *
   * @param before as it was
   * @param after as it is now
   */
  record Change(SaleItem before, SaleItem after) {}

  /** Sets the gate of an item; fails with NOT_FOUND, or BAD_REQUEST if it does not fit the item. */
  Future<Change> setGate(long itemId, ItemGate gate) {
    return mysql.withTransaction(
        connection ->
            items
                .lock(connection, itemId)
                .compose(
                    before -> {
                      SaleItem after = before.with(gate);
                      return write(connection, itemId, gate).map(new Change(before, after));
                    }));
  }

  /** OPEN or PAUSED, for all items; a row that is missing or says anything else is PAUSED. */
  Future<String> saleStatus() {
    return mysql
        .execute(SALE_STATUS, Tuple.tuple())
        .map(
            rows ->
                rows.size() == 1 && SaleItem.OPEN.equals(rows.iterator().next().getString(0))
                    ? SaleItem.OPEN
                    : SaleItem.PAUSED);
  }

  /** Pauses or resumes all items; tells the status before. */
  Future<String> setSaleStatus(String status) {
    return saleStatus()
        .compose(
            before ->
                mysql.execute(SET_SALE_STATUS, Tuple.of(status, utc(clock.instant()))).map(before));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
