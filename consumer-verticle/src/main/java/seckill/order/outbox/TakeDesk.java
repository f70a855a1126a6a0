package seckill.order.outbox;

import io.vertx.core.Future;

/** Writes down what came of taking a unit again. */
public interface TakeDesk {
  /**
   * Removes the task and changes its order and payment accordingly, in one transaction, unless the
   * claim is no longer this one.
   *
   * @param result one that ends a {@link UnitTask.Kind#UNIT_TAKE}
   */
  Future<Void> settle(ClaimedTask task, UnitResult result);
}
