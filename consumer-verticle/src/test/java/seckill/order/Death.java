package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicBoolean;

/** Dies at a point: the work under way there never goes on. */
final class Death implements FaultHooks {
  final AtomicBoolean reached = new AtomicBoolean();
  private final boolean committed;

  Death(boolean committed) {
    this.committed = committed;
  }

  @Override
  public Future<Void> beforeWrite(long itemId) {
    return committed ? Future.succeededFuture() : die();
  }

  @Override
  public Future<Void> afterCommit(long itemId) {
    return committed ? die() : Future.succeededFuture();
  }

  private Future<Void> die() {
    reached.set(true);
    return Promise.<Void>promise().future();
  }
}
