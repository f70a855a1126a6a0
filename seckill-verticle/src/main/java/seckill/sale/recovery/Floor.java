package seckill.sale.recovery;

/**
 * How many purchases of an item were accepted at least.
 *
 * @param epoch of the state that knew of them; one that was built later may know of fewer
 * @param accepted that many; -1 if it does not matter what Redis knows of the item
 */
public record Floor(long epoch, long accepted) {
  /** It does not matter what Redis knows of the item, not even whether it does. */
  public static final Floor NONE = new Floor(0, -1);

  boolean matters() {
    return accepted >= 0;
  }

  /** What holds if both do. */
  Floor and(Floor other) {
    if (epoch != other.epoch) {
      return epoch > other.epoch ? this : other;
    }
    return accepted >= other.accepted ? this : other;
  }
}
