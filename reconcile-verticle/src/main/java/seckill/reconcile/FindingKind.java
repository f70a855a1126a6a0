package seckill.reconcile;

/** The ways in which the books can disagree. */
enum FindingKind {
  /** Users who were told "yes" and whose order is nowhere. */
  LOST,
  /** More was promised, sold or booked than there is. */
  OVERSOLD,
  /** Units that are neither sold nor for sale. */
  STOCK_LEAK,
  /** Orders whose buyer Redis does not know. */
  GHOST_ORDER
}
