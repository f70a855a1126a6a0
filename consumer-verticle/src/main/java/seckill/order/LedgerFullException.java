package seckill.order;

/** The ledger does not take that many orders, or there is no ledger for the item. */
final class LedgerFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LedgerFullException() {
    super("the ledger does not take the orders", null, false, false);
  }
}
