package seckill.reconcile;

/** What a reconciliation came to. */
enum Verdict {
  /** Both sides say the same, and nothing is on its way. */
  BALANCED,
  /** Orders are on their way, and with them both sides say the same. */
  IN_FLIGHT,
  /** A gap lasted. */
  FINDINGS,
  /** MySQL has no such item. */
  UNKNOWN_ITEM
}
