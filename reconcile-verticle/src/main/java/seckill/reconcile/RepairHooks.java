package seckill.reconcile;

import io.vertx.core.Future;

/** Named points of a repair at which a test can make it fail, wait or die. */
interface RepairHooks {
  /** Does nothing anywhere. */
  RepairHooks NONE = new RepairHooks() {};

  /** A gap has lasted, and nothing was written about it. */
  default Future<Void> beforePlan(RepairKind kind) {
    return Future.succeededFuture();
  }

  /** A repair stands in the journal, and nothing was done. */
  default Future<Void> beforeWrite(RepairKind kind, String subject) {
    return Future.succeededFuture();
  }

  /** A repair is done, and the journal does not know. */
  default Future<Void> afterWrite(RepairKind kind, String subject) {
    return Future.succeededFuture();
  }
}
