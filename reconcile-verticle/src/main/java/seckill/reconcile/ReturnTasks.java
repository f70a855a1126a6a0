package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.LocalDateTime;

/** Leaves in the outbox that the unit of an order is to be given back. */
final class ReturnTasks {
  private static final String RETURN =
      "INSERT INTO outbox (kind, item_id, order_id, user_id, payload, next_at, created_at)"
          + " VALUES ('UNIT_RETURN', ?, ?, ?, ?, ?, ?)";

  private final Clock clock;

  ReturnTasks(Clock clock) {
    this.clock = clock;
  }

  /**
   * Adds a task in the transaction that it follows from; the user may buy again.
   *
   * @param unit whether the unit may go back on the shelf
   */
  Future<Void> add(SqlConnection connection, long itemId, Buffer user, String order, boolean unit) {
    LocalDateTime now = SqlBooks.utc(clock.instant());
    String payload = new JsonObject().put("unit", unit).put("right", true).encode();
    return connection
        .preparedQuery(RETURN)
        .execute(Tuple.of(itemId, order, user, payload, now, now))
        .mapEmpty();
  }
}
