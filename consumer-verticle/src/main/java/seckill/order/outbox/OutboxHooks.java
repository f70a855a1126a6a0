package seckill.order.outbox;

import io.vertx.core.Future;

/** Named points of the outbox's work at which a test can make it fail, wait or die. */
public interface OutboxHooks {
  /** Does nothing anywhere. */
  OutboxHooks NONE = new OutboxHooks() {};

  /** A task is claimed and the till was not asked yet. */
  default Future<Void> beforeRequest(ClaimedTask task) {
    return Future.succeededFuture();
  }

  /** The till has answered and nothing of it was written down yet. */
  default Future<Void> afterAnswer(ClaimedTask task, UnitResult result) {
    return Future.succeededFuture();
  }
}
