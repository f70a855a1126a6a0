package seckill.order;

/**
 * What became of one order message.
 *
 * @param reason why it can never be stored, or {@code null} if it is stored
 * @param detail in words, or {@code null} if it is stored
 */
record Verdict(DeadReason reason, String detail) {
  /** The order is in MySQL: written now, or found there. */
  static final Verdict LANDED = new Verdict(null, null);

  /** An operator gave the order up before: it is never written, and nothing is left to do. */
  static final Verdict GIVEN_UP = new Verdict(null, "given up");

  static Verdict dead(DeadReason reason, String detail) {
    return new Verdict(reason, detail);
  }

  /** Whether there is nothing left to do about the message. */
  boolean landed() {
    return reason == null;
  }
}
