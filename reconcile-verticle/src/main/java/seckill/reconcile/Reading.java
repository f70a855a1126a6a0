package seckill.reconcile;

import java.time.ZoneOffset;

/**
 * Both sides of the books, read as Redis, MySQL, Redis.
 *
 * <p>While orders move, equality cannot be asked for, but two things hold at any speed: every user
 * of the first snapshot is in MySQL, on the way or dead by then, and every order in MySQL has its
 * user in the second one.
 *
 * @param before Redis first
 * @param ledger MySQL
 * @param after Redis again
 * @param numbers what goes into the report
 * @param retentionMillis how long item and stock are kept in Redis after the end of the sale
 */
record Reading(
    RedisSnapshot before,
    Ledger ledger,
    RedisSnapshot after,
    Numbers numbers,
    long retentionMillis) {

  /** Whether Redis stood still meanwhile. */
  boolean quiet() {
    return before.sameMoment(after);
  }

  /** Whether the item's state stands in Redis; otherwise only the ledger can be checked. */
  boolean present() {
    return before.present() && after.present();
  }

  /**
   * The keys that are missing although the item is preheated and its sale is not over; empty if
   * there are all, or none has to be.
   */
  String missing() {
    return ledger.preheated() && !ended() ? after.missing() : "";
  }

  /**
   * Whether the sale is over and the time of item and stock in Redis, too. What is left there,
   * users and receipts for another hour, is no side of the books any more: no unit can be sold,
   * come back or be missing. A key that is gone before that time is lost.
   */
  boolean expired() {
    return ended()
        && (before.expired() && after.expired() || after.now() - bookedEnd() >= retentionMillis);
  }

  private boolean ended() {
    return after.now() >= bookedEnd();
  }

  private long bookedEnd() {
    return ledger.endAt().toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  /** Whether the state in Redis is to be held against the books. */
  private boolean comparable() {
    return present() && !expired();
  }

  /** Whether a message was unread or unacknowledged, or a unit on its way back or out again. */
  boolean moving() {
    return numbers.undelivered() > 0
        || before.pending() > 0
        || numbers.waiting().returns() > 0
        || numbers.waiting().takes() > 0;
  }

  /** Units that nobody holds and nobody can buy; negative if more is promised than there is. */
  long stockGap() {
    return comparable() ? numbers.units() - Math.max(0, numbers.remaining()) - numbers.users() : 0;
  }

  /** By how many units the stock is below 0; those are nobody's to sell, whatever else adds up. */
  long belowZero() {
    return comparable() ? Math.max(0, -numbers.remaining()) : 0;
  }

  /** By how much the ledger is above the orders. */
  long ledgerGap() {
    return numbers.sold() - numbers.live();
  }

  /** Orders beyond the units there are. */
  long excessOrders() {
    return Math.max(0, numbers.live() - numbers.units());
  }

  /** Whether units or ledger disagree. */
  boolean countsDisagree() {
    return stockGap() != 0 || ledgerGap() != 0 || excessOrders() > 0 || belowZero() > 0;
  }

  /** Whether some user must be without an order, or some order without a user. */
  boolean namesDisagree() {
    if (!present()) {
      return false;
    }
    // A unit that is taken again is in one of the stores first.
    boolean missing = numbers.users() > numbers.accounted() + numbers.waiting().takes();
    boolean strangers =
        !expired()
            && (numbers.live() > after.users() + numbers.waiting().takes()
                || quiet() && !moving() && numbers.users() < numbers.accounted());
    return missing || strangers;
  }

  /** Whether the two stores do not hold as many open dead letters. */
  boolean lettersDisagree() {
    return before.dead() != numbers.waiting().letters();
  }

  /** Whether nothing is on its way and both sides say the same. */
  boolean settled() {
    return !moving() && (quiet() || !present() || numbers.users() == numbers.accounted());
  }
}
