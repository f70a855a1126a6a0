package seckill.standalone.rehearsal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the books say about a rehearsal.
 *
 * @param sold users who hold a unit, as Redis says
 * @param landed live orders in MySQL
 * @param remaining units left in Redis
 * @param oversold units promised beyond those for sale
 * @param duplicates live orders beyond the first of their user
 * @param lost buyers who hold a unit or were told so, and have neither order nor dead letter
 * @param dead dead letters
 * @param breaches everything that is wrong, each in one sentence
 */
public record Verdict(
    long sold,
    long landed,
    long remaining,
    long oversold,
    long duplicates,
    long lost,
    long dead,
    List<String> breaches) {

  /**
   * Judges the books.
   *
   * @param books of all items
   * @param expectedSold how many units must be sold
   * @param told order id by user id, as the buyers were told
   */
  static Verdict of(List<ItemBooks> books, long expectedSold, Map<String, String> told) {
    List<String> breaches = new ArrayList<>();
    Set<String> lost = new HashSet<>();
    Map<String, String> held = new HashMap<>();
    for (ItemBooks item : books) {
      breaches.addAll(Laws.breaches(item));
      lost.addAll(item.usersWithoutOrder());
      item.orders().forEach(order -> held.put(order.orderId(), order.userId()));
      item.dead().forEach(letter -> held.put(letter.orderId(), letter.userId()));
    }
    told.forEach(
        (user, order) -> {
          if (!user.equals(held.get(order))) {
            lost.add(user);
          }
        });
    Verdict verdict =
        new Verdict(
            books.stream().mapToLong(item -> item.users().size()).sum(),
            books.stream().mapToLong(item -> item.orders().size()).sum(),
            books.stream().mapToLong(ItemBooks::remaining).sum(),
            books.stream().mapToLong(ItemBooks::oversold).sum(),
            books.stream().mapToLong(ItemBooks::duplicates).sum(),
            lost.size(),
            books.stream().mapToLong(item -> item.dead().size()).sum(),
            breaches);
    if (verdict.sold != expectedSold) {
      verdict.breaches.add("sold " + verdict.sold + " units instead of " + expectedSold);
    }
    return verdict;
  }

  /** Whether nothing is wrong. */
  public boolean passes() {
    return breaches.isEmpty() && oversold == 0 && duplicates == 0 && lost == 0;
  }

  /** The last line: {@code PASS sold=… landed=… …} or {@code FAIL …}. */
  public String line() {
    return (passes() ? "PASS" : "FAIL")
        + " sold="
        + sold
        + " landed="
        + landed
        + " remaining="
        + remaining
        + " oversold="
        + oversold
        + " duplicates="
        + duplicates
        + " lost="
        + lost;
  }
}
