package seckill.order.outbox;

import java.util.Set;
import seckill.order.outbox.UnitTask.Kind;

/** What the till says came of a task. */
public enum UnitResult {
  /** The unit is back. */
  RETURNED,
  /** Nothing to do: the order holds nothing there, or a later task of it came first. */
  ALREADY,
  /** The buyer is free again, but the shelf was full, so no unit was added. */
  SURPLUS,
  /** The order holds a unit again. */
  TAKEN,
  /** No unit was left to take. */
  SOLD_OUT,
  /** The buyer holds another order. */
  DUPLICATE,
  /** The sale is settled: its rest went back to the item. */
  CLOSED,
  /** The item's state in Redis has expired. */
  GONE,
  /** The item's state is being built again: to be asked again. */
  LOADING,
  /** A key of the item is damaged: to be asked again. */
  WRONGTYPE;

  private static final Set<UnitResult> ENDS_OF_RETURN = Set.of(RETURNED, ALREADY, SURPLUS, GONE);
  private static final Set<UnitResult> ENDS_OF_TAKE =
      Set.of(TAKEN, ALREADY, SOLD_OUT, DUPLICATE, CLOSED, GONE);

  /** Whether a task of this kind is done with this result. */
  boolean ends(Kind kind) {
    return (kind == Kind.UNIT_RETURN ? ENDS_OF_RETURN : ENDS_OF_TAKE).contains(this);
  }
}
