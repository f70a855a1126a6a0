package seckill.order;

import io.vertx.core.Future;

/** Named points of the drain at which a test can make it fail, wait or die. */
interface FaultHooks {
  /** Does nothing anywhere. */
  FaultHooks NONE = new FaultHooks() {};

  /** A batch was taken from a stream and nothing was written yet. */
  default Future<Void> beforeWrite(long itemId) {
    return Future.succeededFuture();
  }

  /** The orders of a batch are committed and nothing was acknowledged yet. */
  default Future<Void> afterCommit(long itemId) {
    return Future.succeededFuture();
  }

  /** Dead letters are in MySQL and not yet in the dead stream. */
  default Future<Void> betweenDeadCopies(long itemId) {
    return Future.succeededFuture();
  }
}
