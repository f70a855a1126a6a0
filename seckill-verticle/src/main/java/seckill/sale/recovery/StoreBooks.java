package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import seckill.runtime.MySqlLink;
import seckill.sale.recovery.PageLoop.Page;

/** What the books say of the Redis that sells, and who builds it again. */
final class StoreBooks {
  static final String TRUSTED = "TRUSTED";
  static final String REBUILT = "REBUILT";

  private static final String LEASE = "recovery";
  private static final String TRUST =
      "SELECT c.active, t.run_id, t.replication_id, t.state FROM store_choice c"
          + " LEFT JOIN store_trust t ON t.store = c.active WHERE c.id = 1";
  private static final String SET_TRUST =
      "INSERT INTO store_trust (store, run_id, replication_id, state, trusted_at)"
          + " VALUES (?, ?, ?, ?, UTC_TIMESTAMP(3)) ON DUPLICATE KEY UPDATE"
          + " run_id = VALUES(run_id), replication_id = VALUES(replication_id),"
          + " state = VALUES(state), trusted_at = VALUES(trusted_at)";
  private static final String DISTRUST_OTHERS = "DELETE FROM store_trust WHERE store <> ?";
  private static final String OPEN =
      "UPDATE store_trust SET state = 'TRUSTED', trusted_at = UTC_TIMESTAMP(3)"
          + " WHERE store = ? AND run_id = ? AND replication_id = ? AND state = 'REBUILT'";
  private static final String NEW_LEASE =
      "INSERT IGNORE INTO lease (name, fence, holder, taken_at)"
          + " VALUES (?, 0, '', UTC_TIMESTAMP(3))";
  private static final String TAKE_LEASE =
      "UPDATE lease SET holder = ?, fence = fence + 1, taken_at = UTC_TIMESTAMP(3)"
          + " WHERE name = ? AND (holder = ''"
          + " OR taken_at < UTC_TIMESTAMP(3) - INTERVAL ? MICROSECOND)";
  private static final String RENEW_LEASE =
      "UPDATE lease SET taken_at = UTC_TIMESTAMP(3) WHERE name = ? AND holder = ?";
  private static final String END_LEASE =
      "UPDATE lease SET holder = '' WHERE name = ? AND holder = ?";
  private static final String LEASE_HOLDER = "SELECT holder FROM lease WHERE name = ? FOR UPDATE";
  private static final String ITEMS =
      "SELECT id FROM seckill_item WHERE status <> 'DRAFT' AND end_at > ? AND id > ?"
          + " ORDER BY id LIMIT ?";

  private static final long MICROS_PER_MILLI = 1000;

  private final MySqlLink mysql;
  private final int pageSize;

  StoreBooks(MySqlLink mysql, int pageSize) {
    this.mysql = mysql;
    this.pageSize = pageSize;
  }

  /**
   * What is known of the store that sells.
   *
   * @param store MAIN or BACKUP
   * @param identity which of its starts; {@code null} if none was ever looked at
   * @param state {@link #REBUILT} or {@link #TRUSTED}
   */
  record Trust(String store, StoreIdentity identity, String state) {
    boolean is(String wanted, StoreIdentity seen) {
      return wanted.equals(state) && seen.continues(identity);
    }
  }

  Future<Trust> trust() {
    return mysql
        .execute(TRUST, Tuple.tuple())
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw new IllegalStateException("the books do not say which Redis sells");
              }
              Row row = rows.iterator().next();
              String runId = row.getString(1);
              return new Trust(
                  row.getString(0),
                  runId == null ? null : new StoreIdentity(runId, row.getString(2)),
                  row.getString(3));
            });
  }

  /** Says that a store is built again; {@code false} if the holder's lease has gone to another. */
  Future<Boolean> setTrust(String holder, String store, StoreIdentity identity, String state) {
    return mysql.withTransaction(
        connection ->
            connection
                .preparedQuery(LEASE_HOLDER)
                .execute(Tuple.of(LEASE))
                .compose(
                    rows ->
                        isHolder(rows, holder)
                            ? write(connection, store, identity, state).map(true)
                            : Future.succeededFuture(false)));
  }

  private static boolean isHolder(RowSet<Row> rows, String holder) {
    return rows.size() == 1 && holder.equals(rows.iterator().next().getString(0));
  }

  // A store that sold before another one took over is as foreign as any when it sells again.
  private static Future<Void> write(
      SqlConnection connection, String store, StoreIdentity identity, String state) {
    return connection
        .preparedQuery(SET_TRUST)
        .execute(Tuple.of(store, identity.runId(), identity.replicationId(), state))
        .compose(set -> connection.preparedQuery(DISTRUST_OTHERS).execute(Tuple.of(store)))
        .mapEmpty();
  }

  /** Says that a store which is built again sells; {@code false} if it does not wait for that. */
  Future<Boolean> open(Trust trust) {
    return mysql
        .execute(
            OPEN,
            Tuple.of(trust.store(), trust.identity().runId(), trust.identity().replicationId()))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Takes the turn to build, if nobody has it or its holder was silent for so long. */
  Future<Boolean> takeTurn(String holder, long silentMillis) {
    return mysql
        .execute(NEW_LEASE, Tuple.of(LEASE))
        .compose(
            there ->
                mysql.execute(TAKE_LEASE, Tuple.of(holder, LEASE, silentMillis * MICROS_PER_MILLI)))
        .map(rows -> rows.rowCount() == 1);
  }

  /** Shows that the holder goes on. */
  Future<Void> renewTurn(String holder) {
    return mysql.execute(RENEW_LEASE, Tuple.of(LEASE, holder)).mapEmpty();
  }

  /** Gives the turn back. */
  Future<Void> endTurn(String holder) {
    return mysql.execute(END_LEASE, Tuple.of(LEASE, holder)).mapEmpty();
  }

  /** A page of the ids of the items that are no drafts and end after an instant. */
  Future<Page<Long, Long>> items(Instant endAfter, long afterId) {
    return mysql
        .execute(
            ITEMS, Tuple.of(LocalDateTime.ofInstant(endAfter, ZoneOffset.UTC), afterId, pageSize))
        .map(
            rows -> {
              List<Long> ids = new ArrayList<>(rows.size());
              rows.forEach(row -> ids.add(row.getLong(0)));
              return new Page<>(ids, ids.size() < pageSize ? null : ids.get(ids.size() - 1));
            });
  }
}
