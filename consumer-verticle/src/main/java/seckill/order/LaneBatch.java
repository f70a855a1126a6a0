package seckill.order;

import java.util.List;

/** Entries of one stream that are written in one transaction, and how far that has come. */
final class LaneBatch {
  /** No retry is waited for. */
  static final long NO_TIMER = -1;

  final List<StreamEntry> entries;

  /** Whether some of it may have been tried before, and be there. */
  boolean maybeTried;

  /** Whether the try under way has the item's row in MySQL, and since when. */
  boolean booked;

  long bookedNanos;
  long retryTimer = NO_TIMER;

  LaneBatch(List<StreamEntry> entries, boolean maybeTried) {
    this.entries = entries;
    this.maybeTried = maybeTried;
  }

  /** The first entries. */
  LaneBatch first(int count) {
    return new LaneBatch(entries.subList(0, count), maybeTried);
  }

  /** All but the first entries. */
  LaneBatch from(int count) {
    return new LaneBatch(entries.subList(count, entries.size()), maybeTried);
  }
}
