package seckill.reconcile;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Users with an order id each, as many as may be held in memory; the rest is only counted. */
final class Names {
  private final int limit;
  private final Map<String, String> orderByUser = new TreeMap<>();
  private long unnamed;

  Names(int limit) {
    this.limit = limit;
  }

  /** Adds a user, once. */
  void add(String user, String order) {
    if (orderByUser.size() < limit || orderByUser.containsKey(user)) {
      orderByUser.put(user, order);
    } else {
      unnamed++;
    }
  }

  void remove(String user) {
    orderByUser.remove(user);
  }

  /** Gives up what was only counted. */
  void forgetUnnamed() {
    unnamed = 0;
  }

  boolean isEmpty() {
    return orderByUser.isEmpty() && unnamed == 0;
  }

  /** Exactly how many users. */
  long count() {
    return orderByUser.size() + unnamed;
  }

  /** The users held by name, sorted. */
  List<String> users() {
    return List.copyOf(orderByUser.keySet());
  }

  /** The first users and their order ids, in step; an unknown order id is an empty text. */
  List<Map.Entry<String, String>> first(int count) {
    return orderByUser.entrySet().stream().limit(count).map(Map.Entry::copyOf).toList();
  }

  Map<String, String> byUser() {
    return Collections.unmodifiableMap(orderByUser);
  }

  /**
   * Those of {@code later} that were here before with the same order; all of them if not all of
   * these were named.
   */
  Names stillIn(Names later) {
    if (unnamed > 0) {
      return later;
    }
    Names lasting = new Names(limit);
    later.orderByUser.forEach(
        (user, order) -> {
          if (order.equals(orderByUser.get(user))) {
            lasting.add(user, order);
          }
        });
    return lasting;
  }
}
