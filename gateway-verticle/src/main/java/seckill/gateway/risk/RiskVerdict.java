package seckill.gateway.risk;

/** What becomes of a purchase that a rule points at, from mild to hard. */
enum RiskVerdict {
  /** Counted, and nothing else. */
  ALLOW,
  /** Has to pass a challenge. */
  CHALLENGE,
  /** Waits for a moment. */
  DELAY,
  /** Is refused for now: a rule is a guess, so this never lasts. */
  REFUSE;

  static final RiskVerdict[] ALL = values();
}
