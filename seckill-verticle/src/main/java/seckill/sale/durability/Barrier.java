package seckill.sale.durability;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Makes one wait for replicas or for the disk do for all who come while the last one is under way.
 *
 * <p>One wait is under way at a time, as Redis does one after the other on a connection anyway; who
 * comes meanwhile waits for the next one, since the one under way does not speak of what was
 * written after its beginning. Belongs to one event loop.
 */
final class Barrier {
  private final Supplier<Future<Boolean>> wait;
  private final long limitMillis;
  private final int maxWaiting;
  private Promise<Boolean> next;
  private boolean underWay;
  private int waiting;

  /**
   * @param wait whether everything that was answered before its call is safe
   * @param limitMillis how long anybody waits
   * @param maxWaiting how many may wait; for more it does not hold
   */
  Barrier(Supplier<Future<Boolean>> wait, long limitMillis, int maxWaiting) {
    this.wait = wait;
    this.limitMillis = limitMillis;
    this.maxWaiting = maxWaiting;
  }

  /** Whether everything that was answered before this call is safe within the limit. */
  Future<Boolean> pass(int purchases) {
    if (waiting + purchases > maxWaiting) {
      return Future.succeededFuture(false);
    }
    waiting += purchases;
    if (next == null) {
      next = Promise.promise();
    }
    Future<Boolean> group = next.future();
    if (!underWay) {
      begin();
    }
    return group
        .timeout(limitMillis, TimeUnit.MILLISECONDS)
        .otherwise(false)
        .onComplete(done -> waiting -= purchases);
  }

  private void begin() {
    Promise<Boolean> group = next;
    next = null;
    underWay = true;
    wait.get()
        .otherwise(false)
        .onComplete(
            done -> {
              underWay = false;
              // First the next wait, so that it runs while the answers of this one are written.
              if (next != null) {
                begin();
              }
              group.complete(done.result());
            });
  }
}
