package seckill.order.notice;

/** What happened to an order that its buyer is told of, each at most once per order. */
public enum NoticeEvent {
  /** The order is in the books. */
  CREATED,
  /** It is paid. */
  PAID,
  /** Its buyer gave it back. */
  CANCELLED,
  /** It was not paid in time. */
  CLOSED,
  /** A payment came too late and is given back. */
  REFUND_DUE
}
