package seckill.order.dead;

/** What an operator may do with a letter. */
enum LetterAction {
  REPLAY("dead-letter-replay", LetterState.REPLAYED),
  DISCARD("dead-letter-discard", LetterState.DISCARDED);

  private final String auditName;
  private final LetterState state;

  LetterAction(String auditName, LetterState state) {
    this.auditName = auditName;
    this.state = state;
  }

  String auditName() {
    return auditName;
  }

  /** The state of a letter with which it was done. */
  LetterState state() {
    return state;
  }
}
