package seckill.reconcile;

import io.vertx.core.json.JsonObject;

/**
 * The two equations' numbers. Every order is counted once, in the first of {@code orders}, {@code
 * dead}, {@code pending} and {@code undelivered} that holds it.
 *
 * @param total units for sale from the start
 * @param restocked units added later
 * @param remaining units left in Redis
 * @param users users who hold a unit in Redis
 * @param orders live orders in MySQL
 * @param undelivered messages that no consumer has read
 * @param pending messages read, not acknowledged and not yet settled
 * @param dead users whose message became a dead letter
 * @param sold the ledger in MySQL
 */
record Numbers(
    long total,
    long restocked,
    long remaining,
    long users,
    long orders,
    long undelivered,
    long pending,
    long dead,
    long sold) {

  static final Numbers NONE = new Numbers(0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Units that there are. */
  long units() {
    return total + restocked;
  }

  /** Messages on their way to MySQL. */
  long inFlight() {
    return undelivered + pending;
  }

  /** Users whose order has a place. */
  long accounted() {
    return orders + dead + inFlight();
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("total", total)
        .put("restocked", restocked)
        .put("remaining", remaining)
        .put("users", users)
        .put("orders", orders)
        .put("undelivered", undelivered)
        .put("pending", pending)
        .put("dead", dead)
        .put("sold", sold);
  }
}
