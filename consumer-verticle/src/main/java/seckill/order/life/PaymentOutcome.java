package seckill.order.life;

/** What came of a payment, so far. */
enum PaymentOutcome {
  /** It paid the order. */
  PAID,
  /** It came late: a unit is being taken again. */
  TAKING,
  /** The money has to go back. */
  REFUND_DUE
}
