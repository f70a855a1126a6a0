package seckill.order;

/** Why a message can never become an order. */
public enum DeadReason {
  /** A field is missing or malformed. */
  UNREADABLE(true),
  /** It names another item than the one whose stream it is in. */
  WRONG_ITEM(true),
  /** MySQL does not know the item. */
  ITEM_UNKNOWN(true),
  /** The user already holds a live order of the item. */
  DUPLICATE_USER(false),
  /** The order id belongs to another user's or item's order. */
  ORDER_ID_REUSED(false),
  /** The ledger is full: the order would exceed the item's total. */
  OVERSOLD(false),
  /** MySQL refuses the row for what it contains. */
  UNSTORABLE(true);

  private final boolean mayPass;

  DeadReason(boolean mayPass) {
    this.mayPass = mayPass;
  }

  /**
   * Whether a later delivery may end otherwise: to a newer program, or on a mended schema. The
   * others are facts of the books.
   */
  boolean mayPass() {
    return mayPass;
  }
}
