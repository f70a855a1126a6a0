package seckill.standalone.rehearsal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.Texts;

/**
 * How big a rehearsal is.
 *
 * @param items items for sale; the users are dealt to them in turn
 * @param stock units of each item
 * @param users distinct users, each of whom wants one unit of their item
 * @param tries how often each user presses the button
 * @param seed of the order in which they come
 * @param concurrency requests under way at once, each on a connection of its own
 * @param rate tries started per second, 0 for as many as get through
 * @param limit after which tries without a final answer, and orders that have not landed, are given
 *     up
 */
public record Plan(
    int items,
    int stock,
    int users,
    int tries,
    long seed,
    int concurrency,
    int rate,
    Duration limit) {

  /** How many tries there are in all. */
  public int attempts() {
    return Math.multiplyExact(users, tries);
  }

  /** The item of a user, both counted from 0. */
  public int itemOf(int user) {
    return user % items;
  }

  /**
   * What a rehearsal of this size cannot prove, however it goes, each in one sentence; empty if it
   * can prove all that it looks for.
   */
  List<String> unproven() {
    List<String> unproven = new ArrayList<>();
    // The first item has the most users.
    if (stock >= (users + items - 1) / items) {
      unproven.add(
          "that no unit is sold twice: no item sells out with "
              + Texts.counted(stock, "unit")
              + " for "
              + Texts.counted((users + items - 1) / items, "user"));
    }
    if (tries == 1) {
      unproven.add("that a user gets one unit at most: each user presses once");
    }
    if (Math.min(concurrency, attempts()) == 1) {
      unproven.add("anything about purchases at the same time: there is one at a time");
    }
    return unproven;
  }

  /** How many units must be sold in the end. */
  public long expectedSold() {
    long sold = 0;
    for (int item = 0; item < items; item++) {
      int wanting = users / items + (item < users % items ? 1 : 0);
      sold += Math.min(stock, wanting);
    }
    return sold;
  }
}
