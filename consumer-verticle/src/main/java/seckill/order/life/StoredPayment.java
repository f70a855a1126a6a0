package seckill.order.life;

/** A payment as MySQL holds it. */
record StoredPayment(String paymentId, String orderId, long amountCents, PaymentOutcome outcome) {

  /** Whether a notice speaks of this payment, in all its content. */
  boolean isOf(PaymentNotice notice) {
    return orderId.equals(notice.orderId()) && amountCents == notice.amountCents();
  }
}
