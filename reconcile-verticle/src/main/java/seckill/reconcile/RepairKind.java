package seckill.reconcile;

/** What the auditor can mend; each kind is switched by the setting of its name. */
enum RepairKind {
  /** Messages of lost orders are sent again. */
  LOST,
  /** The ledger is set to the number of live orders. */
  SOLD,
  /** Leaked units go back on the shelf. */
  LEAK,
  /** Buyers whom Redis has forgotten are entered again. */
  GHOST,
  /** Units that are not there leave the shelf; the youngest of too many orders are cancelled. */
  OVERSOLD,
  /** Units of ended orders are given back. */
  STRANDED
}
