package seckill.standalone.rehearsal;

import java.util.ArrayList;
import java.util.List;

/**
 * Remembers what each user was told, as an honest client would, and notes when they are told
 * something else later. Used on one event loop.
 */
final class Witness {
  private static final int MAX_LISTED = 10;

  private final String[] told;
  private final List<String> contradictions = new ArrayList<>();
  private int contradictionCount;

  Witness(int users) {
    this.told = new String[users];
  }

  /** The order id that a user was told to hold, or {@code null}. */
  String orderOf(int user) {
    return told[user];
  }

  /** Notes that a user was told to hold an order; {@code true} if it is news to them. */
  boolean holds(int user, String orderId) {
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
  void refused(int user, String code, boolean knewBefore) {
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

  /** The first few contradictions, in words. */
  List<String> contradictions() {
    return contradictions;
  }
}
