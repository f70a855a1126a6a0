package seckill.order.notice;

/** What happened to an order that its buyer is told of, and how often that may be. */
public enum NoticeEvent {
  /** The order is in the books. */
  CREATED(false),
  /** It is paid. */
  PAID(false),
  /** Its buyer gave it back, or the auditor ended it: there were more orders than units. */
  CANCELLED(false),
  /** It was not paid in time. */
  CLOSED(false),
  /** A payment came too late, or twice, and is given back. */
  REFUND_DUE(true);

  private final boolean repeatable;

  NoticeEvent(boolean repeatable) {
    this.repeatable = repeatable;
  }

  /** Whether it may happen to one order more than once. */
  boolean isRepeatable() {
    return repeatable;
  }
}
