package seckill.standalone.rehearsal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Remembers what each user was told, as an honest client would, and notes when they are told
 * something else later. Used on one event loop.
 */
public final class Witness {
  private static final int MAX_LISTED = 10;

  private final String[] told;
  private final List<String> contradictions = new ArrayList<>();
  private int contradictionCount;

  public Witness(int users) {
    this.told = new String[users];
  }

  /** The order id that a user was told to hold, or {@code null}. */
  public String orderOf(int user) {
    return told[user];
  }

  /** Notes that a user was told to hold an order; {@code true} if it is news to them. */
  public boolean holds(int user, String orderId) {
    if (orderId == null) {
      contradict("user " + user + " was told to hold an order without its id");
      return false;
    }
    if (told[user] == null) {
      told[user] = orderId;
      return true;
    }
    if (!told[user].equals(orderId)) {
      contradict("user " + user + " was told order " + told[user] + ", then order " + orderId);
    }
    return false;
  }

  /**
   * Notes that a user was told to get nothing.
   *
   * @param knewBefore whether they had been told to hold an order when they asked
   */
  public void refused(int user, String code, boolean knewBefore) {
    if (knewBefore) {
      contradict("user " + user + " holds order " + told[user] + ", then was told " + code);
    }
  }

  private void contradict(String sentence) {
    contradictionCount++;
    if (contradictions.size() < MAX_LISTED) {
      contradictions.add(sentence);
    }
  }

  int contradictionCount() {
    return contradictionCount;
  }

  /** The order id that each user was told to hold, by user id. */
  public Map<String, String> told(IntFunction<String> userIds) {
    Map<String, String> orders = new HashMap<>();
    for (int user = 0; user < told.length; user++) {
      if (told[user] != null) {
        orders.put(userIds.apply(user), told[user]);
      }
    }
    return orders;
  }

  /** How many contradictions there were, and the first few of them; empty if none. */
  public List<String> summary() {
    List<String> summary = new ArrayList<>();
    if (contradictionCount > 0) {
      summary.add(contradictionCount + " contradictory answers");
      summary.addAll(contradictions);
    }
    return summary;
  }

  /** The first few contradictions, in words. */
  List<String> contradictions() {
    return contradictions;
  }
}
