package seckill.order.notice;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts how far a slice came, order by order.
 *
 * <p>Up to the last order that the receiver may have heard of, everything leaves the batch: what
 * was sent is done, and the rest goes on by itself. What follows stays.
 */
final class SliceTally {
  private final Slice slice;
  private final List<Parked> parked = new ArrayList<>();
  private int seen;
  private int settled;
  private int parkedOfSettled;

  SliceTally(Slice slice) {
    this.slice = slice;
  }

  /**
   * The next order's notice was tried, or was to be.
   *
   * @param step what is to be done about it, {@code null} if it was sent
   */
  void tried(String orderId, Delivery delivery, RetryRules.Step step) {
    add(orderId, step, delivery.isDecided());
  }

  /** The next order's notice could not be tried at all, for a reason of its own. */
  void putAside(String orderId, RetryRules.Step step) {
    add(orderId, step, settled == seen);
  }

  private void add(String orderId, RetryRules.Step step, boolean settles) {
    seen++;
    if (step != null) {
      parked.add(
          new Parked(
              slice.noticeId(orderId),
              slice.event(),
              slice.itemId(),
              orderId,
              slice.createdAt(),
              step));
    }
    if (settles) {
      settled = seen;
      parkedOfSettled = parked.size();
    }
  }

  SliceResult result() {
    return new SliceResult(slice, settled, List.copyOf(parked.subList(0, parkedOfSettled)));
  }
}
