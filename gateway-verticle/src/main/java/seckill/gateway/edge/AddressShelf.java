package seckill.gateway.edge;

/**
 * Some sets of an {@link AddressTable} under one lock.
 *
 * <p>A slot holds an address and a ring of the last times it passed. Times are the lower 32 bits of
 * microseconds: within a ring consecutive ones are less than a window apart, or the ring is begun
 * anew, so the oldest of them can be told from the newest as long as limit times window is below
 * {@link #MAX_SPAN_MICROS}.
 */
final class AddressShelf {
  /** Slots of a set. */
  static final int WAYS = 8;

  /** What the times of one ring may span. */
  static final long MAX_SPAN_MICROS = 0xffff_ffffL;

  private final int limit;
  private final long[] highs;
  private final long[] lows;
  private final long[] lastPassed;
  private final short[] counts;
  private final short[] newest;
  private final int[] times;
  private int tracked;
  private long forgotten;

  AddressShelf(int limit, int sets) {
    this.limit = limit;
    int slots = sets * WAYS;
    highs = new long[slots];
    lows = new long[slots];
    lastPassed = new long[slots];
    counts = new short[slots];
    newest = new short[slots];
    times = new int[slots * limit];
  }

  synchronized boolean tryPass(int set, long high, long low, long now, long windowMicros) {
    int slot = find(set * WAYS, high, low);
    if (slot < 0) {
      slot = claim(set * WAYS, now, windowMicros);
      highs[slot] = high;
      lows[slot] = low;
      counts[slot] = 0;
      return pass(slot, now, windowMicros);
    }
    if (now - lastPassed[slot] >= windowMicros) {
      counts[slot] = 0;
    }
    // Another thread may have read its clock later and been here first.
    return pass(slot, now - lastPassed[slot] < 0 ? lastPassed[slot] : now, windowMicros);
  }

  // A slot without times is free.
  private int find(int first, long high, long low) {
    for (int slot = first; slot < first + WAYS; slot++) {
      if (lows[slot] == low && highs[slot] == high && counts[slot] > 0) {
        return slot;
      }
    }
    return -1;
  }

  private int claim(int first, long now, long windowMicros) {
    int idlest = first;
    for (int slot = first; slot < first + WAYS; slot++) {
      if (counts[slot] == 0) {
        tracked++;
        return slot;
      }
      if (lastPassed[slot] - lastPassed[idlest] < 0) {
        idlest = slot;
      }
    }
    if (now - lastPassed[idlest] < windowMicros) {
      forgotten++;
    }
    return idlest;
  }

  private boolean pass(int slot, long now, long windowMicros) {
    int ring = slot * limit;
    int next = counts[slot] == 0 ? 0 : newest[slot] + 1;
    if (next == limit) {
      next = 0;
    }
    // In a full ring the oldest time stands where the next one will.
    if (counts[slot] == limit && age(times[ring + next], now) < windowMicros) {
      return false;
    }
    times[ring + next] = (int) now;
    newest[slot] = (short) next;
    lastPassed[slot] = now;
    if (counts[slot] < limit) {
      counts[slot]++;
    }
    return true;
  }

  private static long age(int time, long now) {
    return Integer.toUnsignedLong((int) now - time);
  }

  synchronized int tracked() {
    return tracked;
  }

  synchronized long forgotten() {
    return forgotten;
  }
}
