package seckill.contract;

/** Where an order is in its life; the names used in MySQL, on the event bus and in HTTP. */
public enum OrderStatus {
  /** Accepted by the till and not in MySQL yet, so never stored there. */
  QUEUED,
  /** Could not become an order as it is, and waits for an operator; never stored. */
  UNDER_REVIEW,
  /** Could not become an order, and was given up by an operator. */
  FAILED,
  /** Written, and to be paid. */
  CREATED,
  /** Paid. */
  PAID,
  /** Given back by the buyer. */
  CANCELLED,
  /** Not paid in time. */
  CLOSED,
  /** Paid when it was too late and no unit was left: the money has to go back. */
  REFUND_DUE;

  /** Whether an order in this status holds a unit in the books. */
  public boolean isLive() {
    return this == CREATED || this == PAID;
  }
}
