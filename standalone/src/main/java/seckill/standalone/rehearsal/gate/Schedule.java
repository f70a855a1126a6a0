package seckill.standalone.rehearsal.gate;

import java.time.Duration;
import java.time.Instant;
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
  private static final Duration CLOCK_SLACK = Duration.ofMinutes(1);
  private static final Duration IMPORT = Duration.ofSeconds(5);
  private static final Duration IMPORT_OF_ONE = Duration.ofMillis(250);
  private static final long REGISTRATIONS_PER_SECOND = 300;
  private static final Duration BEFORE_START = Duration.ofSeconds(2);

  /** A schedule that leaves enough time on a slow machine for so many to register. */
  static Schedule of(Plan plan, int scripts, Instant now) {
    Instant until =
        now.plus(IMPORT)
            .plus(IMPORT_OF_ONE.multipliedBy(plan.items()))
            .plusSeconds((plan.users() + scripts) / REGISTRATIONS_PER_SECOND);
    return new Schedule(
        now.minus(CLOCK_SLACK),
        until,
        until.plus(BEFORE_START),
        until.plus(plan.limit()).plus(Duration.ofHours(1)));
  }

  /** An item with everything before it that an item can have. */
  ItemSpec item(long itemId, int number, Plan plan) {
    return new ItemSpec(
        itemId,
        "rehearsal-" + number,
        "Rehearsal item " + number,
        PRICE_CENTS,
        plan.stock(),
        start,
        end,
        new ItemGate(true, ItemGate.ChallengeMode.ALWAYS, new ItemGate.Reservation(from, until)));
  }
}
