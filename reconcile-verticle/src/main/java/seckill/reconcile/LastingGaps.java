package seckill.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.contract.Texts;

/**
 * What two looks at an item have in common: the gaps that lasted from one to the other.
 *
 * @param names where names differ
 * @param side what is left undone beside the orders
 * @param stock units: missing if positive, promised twice if negative
 * @param ledger by how much the ledger is above the orders
 * @param excess orders beyond the units
 * @param belowZero units that the stock is below 0, and which are no longer counted in {@code
 *     stock}
 * @param missing keys of an item on sale
 * @param numbers of the later look
 */
record LastingGaps(
    NameGaps names,
    SideGaps side,
    long stock,
    long ledger,
    long excess,
    long belowZero,
    List<String> missing,
    Numbers numbers) {
  static LastingGaps between(Inspection first, Inspection second) {
    return new LastingGaps(
        new NameGaps(
            first.gaps().lost().stillIn(second.gaps().lost()),
            first.gaps().ghosts().stillIn(second.gaps().ghosts()),
            first.gaps().stranded().stillIn(second.gaps().stranded())),
        new SideGaps(
            first.side().stuck().stillIn(second.side().stuck()),
            first.side().onlyInMySql().stillIn(second.side().onlyInMySql()),
            first.side().onlyInRedis().stillIn(second.side().onlyInRedis())),
        common(first.reading().stockGap(), second.reading().stockGap()),
        common(first.reading().ledgerGap(), second.reading().ledgerGap()),
        common(first.reading().excessOrders(), second.reading().excessOrders()),
        common(first.reading().belowZero(), second.reading().belowZero()),
        keys(second).stream().filter(keys(first)::contains).toList(),
        second.reading().numbers());
  }

  /** The gaps of an item that nothing lasting was seen of. */
  static LastingGaps none(Inspection only) {
    return new LastingGaps(
        NameGaps.none(), SideGaps.none(), 0, 0, 0, 0, List.of(), only.reading().numbers());
  }

  private static List<String> keys(Inspection look) {
    String missing = look.reading().missing();
    return missing.isEmpty() ? List.of() : List.of(missing.split(", "));
  }

  private static long common(long first, long second) {
    if (Long.signum(first) != Long.signum(second)) {
      return 0;
    }
    return Math.abs(first) < Math.abs(second) ? first : second;
  }

  /** How many orders or promises are too many, over all the ways to find that. */
  long oversold() {
    return Math.max(Math.max(-stock, excess), belowZero);
  }

  /**
   * By how much the ledger is above the orders, less the rows that vanished: that is the loss
   * already told of.
   */
  long unexplainedLedger() {
    return ledger > 0 ? Math.max(0, ledger - names.lost().count()) : ledger;
  }

  /** Units that nobody holds; a unit whose buyer Redis has forgotten is sold, not leaked. */
  long leaked() {
    return Math.max(0, stock - names.ghosts().count());
  }

  /**
   * The findings.
   *
   * @param maxListed names per finding
   * @param youngest the youngest orders, for the ones that are too many
   */
  List<Finding> findings(int maxListed, List<String> youngest) {
    List<Finding> findings = new ArrayList<>();
    if (!missing.isEmpty()) {
      findings.add(
          unnamed(
              FindingKind.STATE_LOST,
              missing.size(),
              "the sale is not over, and Redis has no keys: " + String.join(", ", missing)));
    }
    addNames(findings, maxListed);
    addUnits(findings, maxListed, youngest);
    addSides(findings, maxListed);
    return findings;
  }

  private void addNames(List<Finding> findings, int maxListed) {
    if (!names.lost().isEmpty()) {
      findings.add(
          named(
              FindingKind.LOST,
              names.lost(),
              maxListed,
              "users who hold a unit and have no order anywhere"));
    }
    if (!names.ghosts().isEmpty()) {
      findings.add(
          named(
              FindingKind.GHOST_ORDER,
              names.ghosts(),
              maxListed,
              "live orders whose users do not hold a unit in Redis"));
    }
    if (!names.stranded().isEmpty()) {
      findings.add(
          named(
              FindingKind.STRANDED_UNIT,
              names.stranded(),
              maxListed,
              "users who hold the unit of an order that has ended, and nothing gives it back"));
    }
  }

  private void addUnits(List<Finding> findings, int maxListed, List<String> youngest) {
    if (leaked() > 0) {
      findings.add(
          unnamed(
              FindingKind.STOCK_LEAK,
              leaked(),
              Texts.counted(numbers.units(), "unit")
                  + ", but only "
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
    if (unexplainedLedger() != 0) {
      findings.add(
          unnamed(
              FindingKind.SOLD_DIFFERS,
              Math.abs(unexplainedLedger()),
              "the ledger says "
                  + numbers.sold()
                  + " sold, for "
                  + Texts.counted(numbers.live(), "live order")));
    }
  }

  private void addSides(List<Finding> findings, int maxListed) {
    if (!side.stuck().isEmpty()) {
      findings.add(
          named(
              FindingKind.STUCK_OUTBOX,
              side.stuck(),
              maxListed,
              "users who wait for a change that MySQL has decided long ago"));
    }
    addLetters(
        findings, maxListed, side.onlyInMySql(), "dead letters that are open in MySQL alone");
    addLetters(findings, maxListed, side.onlyInRedis(), "dead letters that are in Redis alone");
  }

  private static void addLetters(
      List<Finding> findings, int maxListed, Names letters, String detail) {
    if (letters.isEmpty()) {
      return;
    }
    List<Map.Entry<String, String>> listed = letters.first(maxListed);
    findings.add(
        new Finding(
            FindingKind.DEAD_LETTER,
            letters.count(),
            List.of(),
            listed.stream().map(Map.Entry::getValue).filter(order -> !order.isEmpty()).toList(),
            detail
                + ": "
                + letters.count()
                + ", the first at "
                + listed.stream().map(Map.Entry::getKey).findFirst().orElse("an unknown place")));
  }

  private static Finding unnamed(FindingKind kind, long count, String detail) {
    return new Finding(kind, count, List.of(), List.of(), detail);
  }

  private static Finding named(FindingKind kind, Names names, int maxListed, String detail) {
    List<Map.Entry<String, String>> listed = names.first(maxListed);
    return new Finding(
        kind,
        names.count(),
        listed.stream().map(Map.Entry::getKey).toList(),
        listed.stream().map(Map.Entry::getValue).filter(order -> !order.isEmpty()).toList(),
        detail + ": " + names.count());
  }

  private String oversoldDetail() {
    List<String> reasons = new ArrayList<>();
    if (stock < 0) {
      reasons.add(
          numbers.remaining()
              + " remaining and "
              + numbers.users()
              + " held of "
              + Texts.counted(numbers.units(), "unit"));
    }
    if (belowZero > 0) {
      reasons.add("the stock in Redis is " + numbers.remaining());
    }
    if (excess > 0) {
      reasons.add(
          Texts.counted(numbers.live(), "live order")
              + " for "
              + Texts.counted(numbers.units(), "unit"));
    }
    return String.join("; ", reasons);
  }
}
