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
  private boolean silence;
  private boolean refused;
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

  /** "You hold this order." */
  void yes(String orderId) {
    if (orderId == null) {
      contradictions.add("was told to hold an order without its id");
    } else if (order != null && !order.equals(orderId)) {
      contradictions.add("was told order " + order + ", then order " + orderId);
    } else {
      order = orderId;
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

  /** The order that they were told of, or {@code null}. */
  String order() {
    return order;
  }

  /** What they can conclude from all they were told. */
  Belief belief() {
    if (order != null) {
      return Belief.HOLDS;
    }
    return silence || !open.isEmpty() ? Belief.UNKNOWN : Belief.NOTHING;
  }

  /** Whether an order with this id can be theirs after all they were told. */
  boolean allows(String orderId) {
    return switch (belief()) {
      case HOLDS -> order.equals(orderId);
      case NOTHING -> false;
      case UNKNOWN -> silence || open.contains(orderId);
    };
  }

  /** Where they were told two things that cannot both be. */
  List<String> contradictions() {
    return contradictions;
  }
}
