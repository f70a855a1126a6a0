package seckill.standalone.bench;

/**
 * How long a benchmark runs, and how large it becomes.
 *
 * @param rounds per figure; the median counts
 * @param seconds of one round
 * @param warmSeconds longest warm-up of each server; it ends sooner once the rate is steady
 * @param sustainedSeconds of the run that compares landed with accepted orders
 * @param connections that the load client keeps
 * @param orders of one round of landing, a multiple of 1,000; half as many for the script alone
 * @param largest users set and stock that growth goes up to
 * @param profile whether to record where the time goes
 */
public record BenchPlan(
    int rounds,
    int seconds,
    int warmSeconds,
    int sustainedSeconds,
    int connections,
    int orders,
    long largest,
    boolean profile) {

  /** Orders of one round of the script alone. */
  int scriptOrders() {
    return orders / 2;
  }
}
