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
 * @param undelivered messages that no consumer has read
 * @param pending messages read, not acknowledged and not yet settled
 * @param dead users whose message became a dead letter that is still open
 * @param sold the ledger in MySQL
 * @param orders the orders in MySQL
 * @param waiting what MySQL has decided and Redis has not heard of
 */
record Numbers(
    long total,
    long restocked,
    long remaining,
    long users,
    long undelivered,
    long pending,
    long dead,
    long sold,
    OrderCounts orders,
    Waiting waiting) {
  static final Numbers NONE =
      new Numbers(0, 0, 0, 0, 0, 0, 0, 0, new OrderCounts(0, 0, 0, 0), new Waiting(0, 0, 0));

  /** Units that there are. */
  long units() {
    return total + restocked;
  }

  /** Orders that hold a unit. */
  long live() {
    return orders.live();
  }

  /** Messages on their way to MySQL. */
  long inFlight() {
    return undelivered + pending;
  }

  /** Users whose unit has a reason. */
  long accounted() {
    return live() + dead + inFlight() + waiting.returns();
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("total", total)
        .put("restocked", restocked)
        .put("remaining", remaining)
        .put("users", users)
        .put("orders", live())
        .put("undelivered", undelivered)
        .put("pending", pending)
        .put("dead", dead)
        .put("returning", waiting.returns())
        .put("taking", waiting.takes())
        .put("sold", sold)
        .put("cancelled", orders.cancelled())
        .put("closed", orders.closed())
        .put("refundDue", orders.refundDue());
  }
}
