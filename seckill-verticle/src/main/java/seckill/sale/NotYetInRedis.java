package seckill.sale;

import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.StoreFaults;

/** Says that a change is stored in MySQL, and that Redis, which was to be told next, was not. */
final class NotYetInRedis {
  private final long withinMillis;

  /**
   * @param withinMillis between two tries to tell Redis
   */
  NotYetInRedis(long withinMillis) {
    this.withinMillis = withinMillis;
  }

  /**
   * The answer to the operator.
   *
   * @param what stands in MySQL, for example "item 1 is OPEN"
   */
  SeckillException because(String what, Throwable cause) {
    return new SeckillException(
        Outcome.DEGRADED,
        what
            + " in MySQL; Redis does not know it yet and will be told within "
            + withinMillis
            + " ms, or as soon as it takes writes again; nothing has to be repeated: "
            + StoreFaults.words(cause));
  }
}
