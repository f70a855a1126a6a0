package seckill.gateway.edge;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Remembers when each address last passed, in memory of a fixed size. Thread-safe; one for all
 * event loops of a process, so that a limit holds however a client spreads its connections.
 *
 * <p>An address belongs to one small set of slots. If the set is full, the address that has been
 * silent longest is forgotten.
 */
final class AddressTable {
  /** Sets that share a lock: enough that event loops rarely meet. */
  private static final int SETS_PER_SHELF = 64;

  private static final long MIX_1 = 0xbf58476d1ce4e5b9L;
  private static final long MIX_2 = 0x94d049bb133111ebL;

  // Nobody outside may know which addresses share a set and push each other out.
  private final long seed = ThreadLocalRandom.current().nextLong();
  private final AddressShelf[] shelves;

  /**
   * A table.
   *
   * @param limit times remembered per address
   * @param maxTracked addresses remembered, about
   */
  AddressTable(int limit, int maxTracked) {
    int slotsPerShelf = SETS_PER_SHELF * AddressShelf.WAYS;
    shelves = new AddressShelf[(maxTracked + slotsPerShelf - 1) / slotsPerShelf];
    for (int i = 0; i < shelves.length; i++) {
      shelves[i] = new AddressShelf(limit, SETS_PER_SHELF);
    }
  }

  /**
   * Lets an address pass, unless it passed as often as allowed within the window before now.
   *
   * @param now microseconds of a clock that only runs forward
   * @param windowMicros length of the window
   */
  boolean tryPass(long high, long low, long now, long windowMicros) {
    long hash = hash(high, low);
    int shelf = (int) ((hash >>> Integer.SIZE) * shelves.length >>> Integer.SIZE);
    return shelves[shelf].tryPass((int) hash & SETS_PER_SHELF - 1, high, low, now, windowMicros);
  }

  private long hash(long high, long low) {
    return mix(mix(high ^ seed) + low);
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 27)) * MIX_2;
    return mixed ^ (mixed >>> 31);
  }

  /** Addresses that are remembered now. */
  int tracked() {
    int tracked = 0;
    for (AddressShelf shelf : shelves) {
      tracked += shelf.tracked();
    }
    return tracked;
  }

  /** Times that an address was forgotten although it had passed within the window. */
  long forgotten() {
    long forgotten = 0;
    for (AddressShelf shelf : shelves) {
      forgotten += shelf.forgotten();
    }
    return forgotten;
  }
}
