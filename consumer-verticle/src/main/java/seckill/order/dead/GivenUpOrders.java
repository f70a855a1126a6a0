package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.OrderStatus;
import seckill.runtime.MySqlLink;

/**
 * Keeps the numbers of orders that were given up: a Redis that is set back delivers their messages
 * again, and they must not become orders then.
 */
final class GivenUpOrders {
  private static final Logger LOG = LoggerFactory.getLogger(GivenUpOrders.class);
  private static final String INSERT =
      "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, purchased_at,"
          + " created_at) VALUES (?, ?, ?, 0, ?, NULL, ?, ?)"
          + " ON DUPLICATE KEY UPDATE order_id = order_id";

  private static final String ANNOUNCE =
      "UPDATE seckill_item SET given_up = given_up + 1 WHERE id = ?";

  private GivenUpOrders() {}

  /** Has everybody who writes orders of the item from now on look which of them were given up. */
  static Future<Void> announce(SqlConnection connection, Letter letter) {
    return connection.preparedQuery(ANNOUNCE).execute(Tuple.of(letter.itemId())).mapEmpty();
  }

  /** Keeps a letter's order, if there is none of its number, as one that holds nothing. */
  static Future<Void> keep(SqlConnection connection, Letter letter) {
    if (!letter.mayHoldUnit()) {
      return Future.succeededFuture();
    }
    LocalDateTime at = LocalDateTime.ofInstant(letter.createdAt(), ZoneOffset.UTC);
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                letter.orderId(),
                letter.itemId(),
                letter.userBytes(),
                OrderStatus.FAILED.name(),
                at,
                at))
        .<Void>mapEmpty()
        .recover(
            cause -> {
              if (!MySqlLink.isDataError(cause)) {
                return Future.failedFuture(cause);
              }
              // The letter itself tells then that the order was given up.
              LOG.info(
                  "dead letter {}: no row of orders can be kept for its order", letter.id(), cause);
              return Future.succeededFuture();
            });
  }
}
