package seckill.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What two looks at an item have in common: the gaps that lasted from one to the other.
 *
 * @param lost users without an order
 * @param ghosts orders without a user
 * @param stock units: missing if positive, promised twice if negative
 * @param ledger by how much the ledger is above the orders
 * @param excess orders beyond the units
 * @param belowZero units that the stock is below 0, and which are no longer counted in {@code
 *     stock}
 * @param numbers of the later look
 */
record LastingGaps(
    Names lost,
    Names ghosts,
    long stock,
    long ledger,
    long excess,
    long belowZero,
    Numbers numbers) {

  static LastingGaps between(Inspection first, Inspection second) {
    return new LastingGaps(
        first.gaps().lost().stillIn(second.gaps().lost()),
        first.gaps().ghosts().stillIn(second.gaps().ghosts()),
        common(first.reading().stockGap(), second.reading().stockGap()),
        common(first.reading().ledgerGap(), second.reading().ledgerGap()),
        common(first.reading().excessOrders(), second.reading().excessOrders()),
        common(first.reading().belowZero(), second.reading().belowZero()),
        second.reading().numbers());
  }

  private static long common(long first, long second) {
    if (Long.signum(first) != Long.signum(second)) {
      return 0;
    }
    return Math.abs(first) < Math.abs(second) ? first : second;
  }

  /** How many orders or promises are too many, over all the ways to find that. */
  long oversold() {
    return Math.max(Math.max(Math.max(-stock, excess), unexplainedLedger()), belowZero);
  }

  // A row that vanished leaves the ledger above the orders: that is the loss already told of.
  private long unexplainedLedger() {
    return ledger > 0 ? Math.max(0, ledger - lost.count()) : -ledger;
  }

  // A unit whose buyer Redis has forgotten is sold, not leaked.
  private long leaked() {
    return Math.max(0, stock - ghosts.count());
  }

  /**
   * The findings.
   *
   * @param maxListed names per finding
   * @param youngest the youngest orders, for the ones that are too many
   */
  List<Finding> findings(int maxListed, List<String> youngest) {
    List<Finding> findings = new ArrayList<>();
    if (!lost.isEmpty()) {
      findings.add(
          named(FindingKind.LOST, lost, maxListed, "users hold a unit and have no order anywhere"));
    }
    if (!ghosts.isEmpty()) {
      findings.add(
          named(
              FindingKind.GHOST_ORDER,
              ghosts,
              maxListed,
              "live orders whose users do not hold a unit in Redis"));
    }
    if (leaked() > 0) {
      findings.add(
          new Finding(
              FindingKind.STOCK_LEAK,
              leaked(),
              List.of(),
              List.of(),
              numbers.units()
                  + " units, but only "
                  + numbers.remaining()
                  + " remaining and "
                  + numbers.users()
                  + " held"));
    }
    if (oversold() > 0) {
      findings.add(
          new Finding(
              FindingKind.OVERSOLD,
              oversold(),
              List.of(),
              youngest.stream().limit(Math.min(oversold(), maxListed)).toList(),
              oversoldDetail()));
    }
    return findings;
  }

  private static Finding named(FindingKind kind, Names names, int maxListed, String detail) {
    List<Map.Entry<String, String>> listed = names.first(maxListed);
    return new Finding(
        kind,
        names.count(),
        listed.stream().map(Map.Entry::getKey).toList(),
        listed.stream().map(Map.Entry::getValue).filter(order -> !order.isEmpty()).toList(),
        names.count() + " " + detail);
  }

  private String oversoldDetail() {
    List<String> reasons = new ArrayList<>();
    if (stock < 0) {
      reasons.add(
          numbers.remaining()
              + " remaining and "
              + numbers.users()
              + " held of "
              + numbers.units()
              + " units");
    }
    if (belowZero > 0) {
      reasons.add("the stock in Redis is " + numbers.remaining());
    }
    if (excess > 0) {
      reasons.add(numbers.orders() + " live orders for " + numbers.units() + " units");
    }
    if (unexplainedLedger() > 0) {
      reasons.add(
          "the ledger says " + numbers.sold() + " sold, there are " + numbers.orders() + " orders");
    }
    return String.join("; ", reasons);
  }
}
