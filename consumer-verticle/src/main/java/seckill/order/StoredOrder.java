package seckill.order;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import seckill.contract.OrderRules;
import seckill.contract.OrderStatus;

/**
 * An order as MySQL holds it; the user id as its bytes.
 *
 * @param payUntil when it is closed unless it is paid before; {@code null} if it is not to be paid,
 *     or never closed
 */
record StoredOrder(
    long itemId,
    Buffer userId,
    long priceCents,
    String status,
    String reference,
    Instant purchasedAt,
    Instant payUntil) {
  /** What is selected of {@link #TABLES}. */
  static final String COLUMNS =
      "o.item_id, o.user_id, o.price_cents, o.status, o.reference, o.purchased_at, o.created_at,"
          + " r.pay_within_seconds";

  /** The orders {@code o} with the rules of their items. */
  static final String TABLES = "orders o LEFT JOIN order_rule r ON r.item_id = o.item_id";

  /**
   * Reads a row.
   *
   * @param usual the rules of items that have none of their own
   */
  static StoredOrder of(Row row, OrderRules usual) {
    Instant purchasedAt = time(row, "purchased_at");
    return new StoredOrder(
        row.getLong("item_id"),
        row.getBuffer("user_id"),
        row.getLong("price_cents"),
        row.getString("status"),
        row.getString("reference"),
        purchasedAt,
        payUntil(row, purchasedAt, usual));
  }

  // As the closer counts: one that was written late has its whole time from then on.
  private static Instant payUntil(Row row, Instant purchasedAt, OrderRules usual) {
    Integer own = row.getInteger("pay_within_seconds");
    int seconds = own == null ? usual.payWithinSeconds() : own;
    if (seconds == 0 || !OrderStatus.CREATED.name().equals(row.getString("status"))) {
      return null;
    }
    Instant createdAt = time(row, "created_at");
    return (createdAt.isAfter(purchasedAt) ? createdAt : purchasedAt).plusSeconds(seconds);
  }

  private static Instant time(Row row, String column) {
    LocalDateTime utc = row.getLocalDateTime(column);
    return utc.toInstant(ZoneOffset.UTC);
  }
}
