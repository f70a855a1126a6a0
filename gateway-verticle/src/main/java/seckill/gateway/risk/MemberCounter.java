package seckill.gateway.risk;

/** Counts the different members of each key within windows of time. Thread-safe, of fixed size. */
final class MemberCounter {
  private final WindowCounter keys;
  private final WindowCounter members;

  /**
   * @param size keys, and members of keys, that are remembered at a time
   */
  MemberCounter(int size) {
    this.keys = new WindowCounter(size);
    this.members = new WindowCounter(size);
  }

  /** Counts a member if this window has not seen it; returns how many the key has by now. */
  int add(long key, long member, long nowMillis, long windowMillis) {
    long pair = Hashes.of(key, member);
    boolean isNew =
        members.count(pair, nowMillis, windowMillis) == 0
            && members.add(pair, nowMillis, windowMillis) == 1;
    return isNew
        ? keys.add(key, nowMillis, windowMillis)
        : keys.count(key, nowMillis, windowMillis);
  }
}
