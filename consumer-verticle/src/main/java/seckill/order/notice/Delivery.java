package seckill.order.notice;

import io.vertx.core.AsyncResult;

/**
 * What became of one try to send a notice.
 *
 * @param reason in words, empty if it was sent or not tried
 * @param waitMillis how long the receiver asked to wait, 0 if it did not
 */
record Delivery(Kind kind, String reason, long waitMillis) {
  /** How a try ended. */
  enum Kind {
    SENT,
    RETRY,
    REFUSED,
    UNREACHABLE,
    UNTRIED
  }

  static final Delivery SENT = new Delivery(Kind.SENT, "", 0);
  static final Delivery UNTRIED = new Delivery(Kind.UNTRIED, "", 0);

  static Delivery of(AsyncResult<Void> sent) {
    if (sent.succeeded()) {
      return SENT;
    }
    if (sent.cause() instanceof UndeliveredException known) {
      return new Delivery(
          Kind.valueOf(known.kind().name()), known.getMessage(), known.waitMillis());
    }
    return new Delivery(Kind.RETRY, String.valueOf(sent.cause()), 0);
  }

  /** Whether the receiver may have seen the notice. */
  boolean isDecided() {
    return kind != Kind.UNTRIED && kind != Kind.UNREACHABLE;
  }
}
