package seckill.order;

import java.util.ArrayList;
import java.util.List;
import seckill.contract.OrderMessage;

/** Decides what becomes of each order of a batch, in the order in which they were accepted. */
final class Landing {
  /** Stands for the room of an item that MySQL does not know. */
  static final long NO_ITEM = Long.MIN_VALUE;

  private final List<Verdict> verdicts = new ArrayList<>();
  private final List<OrderMessage> missing = new ArrayList<>();

  /**
   * Decides.
   *
   * @param orders oldest first
   * @param known what MySQL holds; grows by the orders to be written
   * @param room units the ledger still takes, or {@link #NO_ITEM}
   */
  Landing(long itemId, List<OrderMessage> orders, KnownOrders known, long room) {
    for (OrderMessage order : orders) {
      Verdict verdict = known.verdictOn(order);
      if (verdict == null) {
        verdict = verdictOnNew(itemId, room);
        if (verdict.landed()) {
          missing.add(order);
          known.add(order);
        }
      }
      verdicts.add(verdict);
    }
  }

  private Verdict verdictOnNew(long itemId, long room) {
    if (room == NO_ITEM) {
      return Verdict.dead(DeadReason.ITEM_UNKNOWN, "MySQL has no item " + itemId);
    }
    return missing.size() < room
        ? Verdict.LANDED
        : Verdict.dead(DeadReason.OVERSOLD, "the ledger of item " + itemId + " is full");
  }

  /** One verdict per order, in the same order. */
  List<Verdict> verdicts() {
    return verdicts;
  }

  /** The orders to be written. */
  List<OrderMessage> missing() {
    return missing;
  }

  /** How many orders were there before. */
  int found() {
    return (int) verdicts.stream().filter(Verdict::landed).count() - missing.size();
  }
}
