package seckill.sale;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.UnaryOperator;
import seckill.contract.ItemGate;
import seckill.runtime.MySqlLink;

/** The books of the gate: what stands before each item, and the switch for all of them. */
final class GateRepository {
  private static final String SET_GATE =
      "INSERT INTO item_gate (item_id, waiting_room, challenge, reserve_from, reserve_until)"
          + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE waiting_room = VALUES(waiting_room),"
          + " challenge = VALUES(challenge), reserve_from = VALUES(reserve_from),"
          + " reserve_until = VALUES(reserve_until)";
  private static final String RAISE =
      "UPDATE seckill_item SET revision = revision + 1 WHERE id = ?";
  private static final String SWITCH = "SELECT status, revision FROM sale_switch WHERE id = 1";
  private static final String LOCK_SWITCH = SWITCH + " FOR UPDATE";
  private static final String SET_SWITCH =
      "INSERT INTO sale_switch (id, status, revision, changed_at) VALUES (1, ?, ?, ?)"
          + " ON DUPLICATE KEY UPDATE status = VALUES(status), revision = VALUES(revision),"
          + " changed_at = VALUES(changed_at)";

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
                      SaleItem after = before.with(gate).at(before.revision() + 1);
                      return write(connection, itemId, gate)
                          .compose(
                              written -> connection.preparedQuery(RAISE).execute(Tuple.of(itemId)))
                          .map(new Change(before, after));
                    }));
  }

  /** The switch for all items; a row that is missing or says anything else is PAUSED. */
  Future<SaleSwitch> saleSwitch() {
    return mysql.execute(SWITCH, Tuple.tuple()).map(GateRepository::saleSwitch);
  }

  private static SaleSwitch saleSwitch(RowSet<Row> rows) {
    if (rows.size() != 1) {
      return SaleSwitch.UNKNOWN;
    }
    Row row = rows.iterator().next();
    return SaleSwitch.of(row.getString(0), row.getLong(1));
  }

  /**
   * The switch before and after a change.
   *
   * @param before as it was
   * @param after as it is now
   */
  record SwitchChange(SaleSwitch before, SaleSwitch after) {}

  /** Pauses or resumes all items. */
  Future<SwitchChange> setSaleStatus(String status) {
    return change(now -> new SaleSwitch(status, now.revision() + 1));
  }

  /** Stores a pause of all; as {@link ItemStatusRepository#storePause} does. */
  Future<SwitchChange> storePause(long known) {
    return change(now -> now.revision() > known ? now : new SaleSwitch(SaleItem.PAUSED, known + 1));
  }

  /** Raises the revision of the switch; as {@link ItemStatusRepository#raiseRevision} does. */
  Future<SwitchChange> raiseRevision(long above) {
    return change(now -> now.revision() >= above ? now : new SaleSwitch(now.status(), above + 1));
  }

  private Future<SwitchChange> change(UnaryOperator<SaleSwitch> to) {
    return mysql.withTransaction(
        connection ->
            connection
                .query(LOCK_SWITCH)
                .execute()
                .map(GateRepository::saleSwitch)
                .compose(
                    before -> {
                      SaleSwitch after = to.apply(before);
                      return after.equals(before)
                          ? Future.succeededFuture(new SwitchChange(before, before))
                          : write(connection, after).map(new SwitchChange(before, after));
                    }));
  }

  private Future<Void> write(SqlConnection connection, SaleSwitch wanted) {
    return connection
        .preparedQuery(SET_SWITCH)
        .execute(Tuple.of(wanted.status(), wanted.revision(), utc(clock.instant())))
        .mapEmpty();
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
