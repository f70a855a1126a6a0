package seckill.order;

/**
 * How long new orders may gather after a read. Each item has transactions of its own, and one of a
 * single order costs nearly as much as one of a hundred: a read that found a little in each of many
 * streams is followed by a longer pause, or the transactions would take the processors from the
 * purchases.
 */
final class GatherPause {
  // With a pause of 20 ms, some 500 transactions per second and loop.
  private static final int STREAMS_PER_PAUSE = 10;
  private static final long LONGEST_MILLIS = 500;

  private GatherPause() {}

  /**
   * The pause in milliseconds.
   *
   * @param shortest the pause after a read of few streams, 0 for none at all
   * @param streams in how many streams there was something
   */
  static long millis(long shortest, int streams) {
    int pauses = (streams + STREAMS_PER_PAUSE - 1) / STREAMS_PER_PAUSE;
    return Math.min(pauses * shortest, Math.max(shortest, LONGEST_MILLIS));
  }
}
