package seckill.standalone.rehearsal.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemGate;
import seckill.contract.ItemSpec;
import seckill.standalone.rehearsal.Plan;

/**
 * When what happens at a sale with registration: the item is made, people register, registration
 * ends, the sale starts.
 *
 * @param from when registration begins
 * @param until when it ends
 * @param start of the sale
 * @param end of the sale
 */
record Schedule(Instant from, Instant until, Instant start, Instant end) {
  private static final long PRICE_CENTS = 149_900;
  private static final Duration IMPORT = Duration.ofSeconds(3);
  private static final Duration IMPORT_OF_ONE = Duration.ofMillis(250);
  private static final double SLACK = 1.5;
  private static final Duration BEFORE_START = Duration.ofSeconds(2);

  /**
   * A schedule that leaves enough time for everybody to register.
   *
   * @param registrants how many may want to
   * @param perSecond how many of them can
   */
  static Schedule of(Plan plan, int registrants, double perSecond, Instant now) {
    long millis = (long) (SLACK * TimeUnit.SECONDS.toMillis(registrants) / perSecond);
    return until(
        now.plus(IMPORT).plus(IMPORT_OF_ONE.multipliedBy(plan.items())).plusMillis(millis),
        plan.limit());
  }

  /** A schedule with this end of registration, and time for a rush of this length. */
  static Schedule until(Instant deadline, Duration rush) {
    return new Schedule(
        deadline.minus(Duration.ofDays(1)),
        deadline,
        deadline.plus(BEFORE_START),
        deadline.plus(rush).plus(Duration.ofHours(1)));
  }

  /** An item with everything before it that an item can have, and one unit. */
  ItemSpec item(long itemId) {
    return item(itemId, "warm-up", 1);
  }

  /** The same with a name and a stock. */
  ItemSpec item(long itemId, String name, long stock) {
    return new ItemSpec(
        itemId,
        name,
        name,
        PRICE_CENTS,
        stock,
        start,
        end,
        new ItemGate(true, ItemGate.ChallengeMode.ALWAYS, new ItemGate.Reservation(from, until)));
  }
}
