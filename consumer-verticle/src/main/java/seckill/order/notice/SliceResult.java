package seckill.order.notice;

import java.util.List;

/**
 * How far a slice came.
 *
 * @param settled how many of its orders need nothing more from the batch
 * @param parked those of them that go on by themselves
 */
record SliceResult(Slice slice, int settled, List<Parked> parked) {

  /** How many orders of the whole batch are settled. */
  int told() {
    return slice.from() + settled;
  }

  boolean endsBatch() {
    return told() >= slice.size();
  }
}
