package seckill.reconcile;

/** The ways in which the books can disagree. */
enum FindingKind {
  /** An item is on sale, and Redis does not hold what it is sold from. */
  STATE_LOST(
      "keys were deleted, evicted or flushed: see whether the tills build the item again (health"
          + " check recovery); otherwise recover it"),
  /** Users who were told "yes" and whose order is nowhere. */
  LOST(
      "find what removed rows or messages (a trim, an edit, a restore), then repair: the orders are"
          + " written again under their first numbers"),
  /** More was promised than there is. */
  OVERSOLD(
      "pause the item; repair takes what is not there off the shelf and cancels the youngest orders"
          + " that are too many"),
  /** Units that are neither sold nor for sale. */
  STOCK_LEAK("look for an edited or evicted stock key; repair puts the units back on the shelf"),
  /** Orders whose buyer Redis does not know. */
  GHOST_ORDER("Redis lost state: pause the item; recover it, or repair to enter the buyers again"),
  /** The ledger is not the number of live orders. */
  SOLD_DIFFERS(
      "somebody changed rows without the ledger, or the ledger without rows; repair sets the ledger"
          + " to the number of live orders"),
  /** Users who hold the unit of an order that has ended, or was discarded as a dead letter. */
  STRANDED_UNIT("an outbox row was removed before it was done; repair gives the units back"),
  /** Changes that MySQL has decided and nobody carries out. */
  STUCK_OUTBOX("see that consumers and tills run and reach both stores; they go on by themselves"),
  /** Dead letters that only one of the stores holds as open. */
  DEAD_LETTER(
      "replay or discard them again with the dead-letter tool, which ends what was left half done");

  private final String advice;

  FindingKind(String advice) {
    this.advice = advice;
  }

  /** What to do about it, in one sentence. */
  String advice() {
    return advice;
  }
}
