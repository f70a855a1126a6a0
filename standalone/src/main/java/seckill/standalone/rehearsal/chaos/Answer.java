package seckill.standalone.rehearsal.chaos;

/** What an answer to a purchase says to an honest buyer. */
enum Answer {
  /** You hold an order. */
  YES,
  /** You get nothing. */
  NO,
  /** You get nothing now, and nothing was done. */
  NOT_NOW,
  /** It is not known yet. */
  MAYBE,
  /** What nobody should hear in this rehearsal. */
  WRONG;

  /** Whether a buyer who insists is content with it. */
  boolean isFinal() {
    return this != NOT_NOW && this != MAYBE;
  }

  /** Stands for an answer that did not come. */
  static final String NONE = "NO_ANSWER";

  /** Stands for a gateway that could not be reached, so that nothing was sent. */
  static final String UNREACHED = "NO_CONNECTION";

  /** The meaning of an outcome's name. */
  static Answer of(String code) {
    return switch (code) {
      case "ACCEPTED", "DUPLICATE" -> YES;
      case "SOLD_OUT" -> NO;
      case "BUSY", "DEGRADED", "PAUSED", "RATE_LIMITED", UNREACHED -> NOT_NOW;
      case "PENDING", "INTERNAL", NONE -> MAYBE;
      default -> WRONG;
    };
  }
}
