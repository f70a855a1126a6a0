package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The orders that operators gave up with their dead letters: their messages must never become
 * orders, whenever and under whatever stream id they come again. Not thread-safe.
 */
final class DiscardedOrders {
  private static final String FIND =
      "SELECT order_id, user_id FROM dead_letter WHERE item_id = ? AND state = 'DISCARDED'"
          + " AND order_id IN (";

  private final MultiRow<Buffer> find = new MultiRow<>(FIND, "?", ")", Tuple::addBuffer);

  /** An order of an item as its message named it. */
  record Key(Buffer orderId, Buffer userId) {}

  /** Those of these orders of an item that were given up, and perhaps others. */
  Future<Set<Key>> among(SqlConnection connection, long itemId, List<Buffer> orderIds) {
    if (orderIds.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    return find.select(connection, Tuple.of(itemId), orderIds)
        .map(
            rows -> {
              Set<Key> keys = new HashSet<>();
              rows.forEach(row -> keys.add(new Key(row.getBuffer(0), row.getBuffer(1))));
              return keys;
            });
  }
}
