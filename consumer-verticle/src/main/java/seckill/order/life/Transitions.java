package seckill.order.life;

import seckill.contract.OrderStatus;

/** Decides what may become of an order, from nothing but what is known of it. */
final class Transitions {
  private Transitions() {}

  /** What a wish to end an order comes to. */
  enum Release {
    /** It ends now. */
    NOW,
    /** It had ended before: nothing is to be done. */
    BEFORE,
    /** It is paid, and stays. */
    REFUSED
  }

  /** Cancelling and closing alike. */
  static Release release(OrderStatus status) {
    return switch (status) {
      case CREATED -> Release.NOW;
      case CANCELLED, CLOSED, REFUND_DUE, FAILED -> Release.BEFORE;
      case PAID -> Release.REFUSED;
      case QUEUED, UNDER_REVIEW -> throw notStored(status);
    };
  }

  /** What a notice of a payment comes to. */
  enum Receipt {
    /** This very notice came before. */
    REPEATED,
    /** The number belongs to another payment. */
    REUSED,
    /** It is not the order's price. */
    WRONG_AMOUNT,
    /** The order is paid. */
    PAYS,
    /** The order has ended: a unit has to be taken again. */
    LATE,
    /** The order needs no money any more. */
    REFUND
  }

  /**
   * A payment of a stored order.
   *
   * @param known the payment with the notice's number, or {@code null}
   * @param taking whether a unit is being taken again for another payment of the order
   */
  static Receipt receive(
      HeldOrder order, PaymentNotice notice, StoredPayment known, boolean taking) {
    if (known != null) {
      return known.isOf(notice) ? Receipt.REPEATED : Receipt.REUSED;
    }
    if (order.status() == OrderStatus.FAILED) {
      return Receipt.REFUND;
    }
    if (notice.amountCents() != order.priceCents()) {
      return Receipt.WRONG_AMOUNT;
    }
    return switch (order.status()) {
      case CREATED -> Receipt.PAYS;
      case CANCELLED, CLOSED -> taking ? Receipt.REFUND : Receipt.LATE;
      case PAID, REFUND_DUE -> Receipt.REFUND;
      case QUEUED, UNDER_REVIEW, FAILED -> throw notStored(order.status());
    };
  }

  private static IllegalStateException notStored(OrderStatus status) {
    return new IllegalStateException("no stored order is " + status);
  }
}
