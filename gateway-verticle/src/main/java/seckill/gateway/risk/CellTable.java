package seckill.gateway.risk;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A table of fixed size that remembers hashes until a second, each with a small count. Thread-safe,
 * locks nothing, makes no objects.
 *
 * <p>A hash may stand in one of eight cells. Where all of them are taken, it is not remembered:
 * what does not fit is never counted, rather than counted twice. Of two threads that write one cell
 * at once the second may be forgotten.
 */
final class CellTable {
  /** The highest count. */
  static final int MOST = 0xffff;

  /** Eight cells are one cache line. */
  private static final int WAYS = 8;

  // A cell, from the left: the second it is void at, a part of the hash, the count.
  private static final int COUNT_BITS = 16;
  private static final int END_BITS = 28;
  private static final int END_SHIFT = Long.SIZE - END_BITS;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  private final AtomicLongArray cells;
  private final int setMask;

  /**
   * @param size cells, rounded up to a power of two
   */
  CellTable(int size) {
    int sets = Math.max(1, Integer.highestOneBit(Math.max(1, size - 1)) * 2 / WAYS);
    this.cells = new AtomicLongArray(sets * WAYS);
    this.setMask = sets - 1;
  }

  /**
   * Counts a hash up.
   *
   * @param nowSecond since any moment before, less than 2^28
   * @param endSecond when the count is void, later than now; the same for the same hash
   * @return the count; 0 if there is no cell for it
   */
  int add(long hash, long nowSecond, long endSecond) {
    int set = set(hash);
    long name = name(hash, endSecond);
    int free = -1;
    for (int cell = set; cell < set + WAYS; cell++) {
      long held = cells.get(cell);
      if ((held & ~COUNT_MASK) == name) {
        return raise(cell, held);
      }
      if (free < 0 && held >>> END_SHIFT <= nowSecond) {
        free = cell;
      }
    }
    return free >= 0 && take(free, name, nowSecond) ? 1 : 0;
  }

  /** The count of a hash; 0 if it is not remembered. */
  int count(long hash, long endSecond) {
    int set = set(hash);
    long name = name(hash, endSecond);
    for (int cell = set; cell < set + WAYS; cell++) {
      long held = cells.get(cell);
      if ((held & ~COUNT_MASK) == name) {
        return (int) (held & COUNT_MASK);
      }
    }
    return 0;
  }

  private int raise(int cell, long held) {
    int count = (int) (held & COUNT_MASK);
    if (count == MOST) {
      return MOST;
    }
    cells.compareAndSet(cell, held, held + 1);
    return count + 1;
  }

  private boolean take(int cell, long name, long nowSecond) {
    long held = cells.get(cell);
    return held >>> END_SHIFT <= nowSecond && cells.compareAndSet(cell, held, name | 1);
  }

  private int set(long hash) {
    return (int) (hash & setMask) * WAYS;
  }

  private static long name(long hash, long endSecond) {
    return (endSecond << END_SHIFT) | ((hash >>> (END_BITS + COUNT_BITS)) << COUNT_BITS);
  }
}
