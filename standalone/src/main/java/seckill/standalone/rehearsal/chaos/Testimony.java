package seckill.standalone.rehearsal.chaos;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one buyer was told, and what an honest person may conclude from it. Used on one event loop.
 */
final class Testimony {
  private final List<String> contradictions = new ArrayList<>();
  private final Set<String> open = new HashSet<>();
  private final Set<String> ended = new HashSet<>();
  private boolean silence;
  private boolean refused;
  private boolean ending;
  private boolean paying;
  private boolean paid;
  private String order;

  /** What a buyer can conclude. */
  enum Belief {
    /** There is an order, and its id is known. */
    HOLDS,
    /** There is none. */
    NOTHING,
    /** There may be one. */
    UNKNOWN
  }

  /**
   * "You hold this order."
   *
   * @return whether that is so; an order that has ended is named until its unit is back
   */
  boolean yes(String orderId) {
    if (orderId == null) {
      contradictions.add("was told to hold an order without its id");
      return false;
    }
    if (ended.contains(orderId)) {
      return false;
    }
    if (order != null && ending && !order.equals(orderId)) {
      // Only who holds nothing any more can buy again.
      ended(order);
    }
    if (order != null && !order.equals(orderId)) {
      contradictions.add("was told order " + order + ", then order " + orderId);
      return false;
    }
    order = orderId;
    return true;
  }

  /** "This order has ended, you hold it no more." */
  void ended(String orderId) {
    ended.add(orderId);
    if (orderId.equals(order)) {
      order = null;
      ending = false;
      if (paid) {
        contradictions.add("has paid order " + orderId + ", then was told that it has ended");
      }
    }
  }

  /** The order may have ended. */
  void mayHaveEnded() {
    ending = true;
  }

  /** They pay, whatever comes of it. */
  void pays() {
    paying = true;
  }

  /** "This order is paid." */
  void paid(String orderId) {
    if (ended.remove(orderId) || order == null) {
      order = orderId;
    }
    ending = false;
    paid = true;
  }

  /** A payment came too late, and it is not known what becomes of the order. */
  void mayBeTakenAgain(String orderId) {
    if (ended.remove(orderId)) {
      open.add(orderId);
    }
  }

  /**
   * "You get nothing."
   *
   * @param knewBefore whether they had been told of an order when they asked
   */
  void no(String code, boolean knewBefore) {
    refused = true;
    if (knewBefore) {
      contradictions.add("holds order " + order + ", then was told " + code);
    }
  }

  /**
   * "It is not known yet."
   *
   * @param orderId that it may become, or {@code null} if there was no answer at all
   */
  void maybe(String orderId) {
    if (orderId == null) {
      silence = true;
    } else {
      open.add(orderId);
    }
  }

  /** Whether they heard a no at some time. */
  boolean wasRefused() {
    return refused;
  }

  /** The order that they hold as far as they know, or {@code null}. */
  String order() {
    return order;
  }

  /** Whether they were told that they hold an order, and nothing has put that in doubt. */
  boolean isSure() {
    return order != null && !ending;
  }

  /** Whether the order may be paid. */
  boolean mayHavePaid() {
    return paying;
  }

  /** Whether they were told that the order is paid. */
  boolean hasPaid() {
    return paid;
  }

  /** The orders they were told have ended. */
  Set<String> ended() {
    return ended;
  }

  /** What they can conclude from all they were told. */
  Belief belief() {
    if (isSure()) {
      return Belief.HOLDS;
    }
    return ending || silence || !open.isEmpty() ? Belief.UNKNOWN : Belief.NOTHING;
  }

  /** Whether a live order with this id can be theirs after all they were told. */
  boolean allows(String orderId) {
    return switch (belief()) {
      case HOLDS -> order.equals(orderId);
      case NOTHING -> false;
      case UNKNOWN ->
          !ended.contains(orderId) && (orderId.equals(order) || silence || open.contains(orderId));
    };
  }

  /** Where they were told two things that cannot both be. */
  List<String> contradictions() {
    return contradictions;
  }

  /** Notes something that cannot be. */
  void contradict(String words) {
    contradictions.add(words);
  }
}
