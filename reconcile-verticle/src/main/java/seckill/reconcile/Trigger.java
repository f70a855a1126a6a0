package seckill.reconcile;

/** What starts a run. */
enum Trigger {
  /** The cron expression: all items, names compared. */
  CRON,
  /** The interval during sales: items on sale, names compared only if the numbers disagree. */
  SALE,
  /** A request on the bus: one item, names compared. */
  DEMAND
}
