package seckill.order;

/** Why a message can never become an order. */
enum DeadReason {
  /** A field is missing or malformed. */
  UNREADABLE,
  /** It names another item than the one whose stream it is in. */
  WRONG_ITEM,
  /** MySQL does not know the item. */
  ITEM_UNKNOWN,
  /** The user already holds a live order of the item. */
  DUPLICATE_USER,
  /** The order id belongs to another user's or item's order. */
  ORDER_ID_REUSED,
  /** The ledger is full: the order would exceed the item's total. */
  OVERSOLD,
  /** MySQL refuses the row for what it contains. */
  UNSTORABLE
}
