package seckill.standalone.lab.trial;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.standalone.lab.redis.CommandStats;
import seckill.standalone.lab.version.Shelf;

/**
 * What came of one sale.
 *
 * @param units that were there
 * @param nanos from the first press to the last answer
 * @param tally of the answers
 * @param sent commands that the clients sent, by name
 * @param done commands that Redis carried out meanwhile, by name, those of scripts included
 * @param left what was there afterwards
 */
public record Sale(
    int units,
    long nanos,
    Tally tally,
    Map<String, Long> sent,
    Map<String, Long> done,
    Shelf left) {

  /** How long it took. */
  public double millis() {
    return (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
  }

  /** Answered presses per second. */
  public double perSecond() {
    return (double) tally.answers() * TimeUnit.SECONDS.toNanos(1) / nanos;
  }

  /** Buyers who were told that they have a unit. */
  public long sold() {
    return tally.sold();
  }

  /** Buyers who were told so although there was no unit for them. */
  public long oversold() {
    return Math.max(0, tally.sold() - units);
  }

  /** Commands that the clients sent for each unit sold, refused presses included. */
  public double sentPerUnit() {
    return (double) sum(sent) / tally.sold();
  }

  /** Commands that scripts carried out for each unit sold. */
  public double insidePerUnit() {
    return (double) CommandStats.inside(done, sent) / tally.sold();
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
