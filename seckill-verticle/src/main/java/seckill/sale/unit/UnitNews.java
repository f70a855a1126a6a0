package seckill.sale.unit;

/** Whom it concerns whether an item has units. */
public interface UnitNews {
  /** An item that had none left has one again. */
  void restocked(long itemId);

  /** An item that was closed because it was oversold is open again. */
  void opened(long itemId);

  /** The last unit of an item went. */
  void soldOut(long itemId);
}
