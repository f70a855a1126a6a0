package seckill.sale.recovery;

/** Why an item's state is looked at. */
public enum Occasion {
  /** An operator wants it to sell: a whole state is left alone, a draft becomes an item. */
  PREHEAT,
  /**
   * Its state seems to be set back or lost: a whole state that knows of every sale is left alone.
   */
  SET_BACK,
  /** It is to be built again, however whole it looks. */
  RECOVER;

  boolean always() {
    return this == RECOVER;
  }
}
