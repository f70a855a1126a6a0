package seckill.standalone.rehearsal.chaos;

import java.time.Duration;

/**
 * How big a chaos rehearsal is.
 *
 * @param rounds how many rounds, each with an item and a crowd of its own
 * @param seed of the first round; each further one has the next
 * @param stock units of each item
 * @param buyers who come during the faults
 * @param window within which they come, and within which faults begin
 * @param limit for everything that has to happen afterwards by itself
 */
public record ChaosPlan(
    int rounds, long seed, int stock, int buyers, Duration window, Duration limit) {
  private static final int LATECOMERS_PER_BUYERS = 20;

  /** Buyers who come when everything is back, and have to be served. */
  int latecomers() {
    return 1 + buyers / LATECOMERS_PER_BUYERS;
  }
}
