package seckill.order.notice;

import io.vertx.core.Future;

/** Named points of a round at which a test can make it fail, wait or die. */
interface NoticeHooks {
  /** Does nothing anywhere. */
  NoticeHooks NONE = new NoticeHooks() {};

  /** Rows are claimed and nothing was sent yet. */
  default Future<Void> beforeSend() {
    return Future.succeededFuture();
  }

  /** Notices are sent and nothing of it was written down yet. */
  default Future<Void> beforeSettle() {
    return Future.succeededFuture();
  }
}
