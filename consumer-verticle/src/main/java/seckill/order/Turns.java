package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Has the batches of one event loop wait for their turn at the landing rate. */
final class Turns {
  private final Vertx vertx;
  private final LandingRate rate;
  private final Map<Long, Promise<Void>> waiting = new HashMap<>();
  private boolean closed;

  Turns(Vertx vertx, LandingRate rate) {
    this.vertx = vertx;
    this.rate = rate;
  }

  /** Runs a task when its orders may land; a task that fails has used no turn. */
  <T> Future<T> run(int orders, Supplier<Future<T>> task) {
    if (!rate.isLimited()) {
      return task.get();
    }
    return await(rate.take(orders))
        .compose(turn -> task.get())
        .onFailure(cause -> rate.giveBack(orders));
  }

  private Future<Void> await(long nanos) {
    if (closed) {
      return Future.failedFuture("the consumer stops");
    }
    if (nanos == 0) {
      return Future.succeededFuture();
    }
    Promise<Void> turn = Promise.promise();
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
    long timer =
        vertx.setTimer(
            millis,
            due -> {
              waiting.remove(due);
              turn.complete();
            });
    waiting.put(timer, turn);
    return turn.future();
  }

  /** Ends all waiting: what has not begun is not begun any more. */
  void close() {
    closed = true;
    Map<Long, Promise<Void>> left = new HashMap<>(waiting);
    waiting.clear();
    left.forEach(
        (timer, turn) -> {
          vertx.cancelTimer(timer);
          turn.fail("the consumer stops");
        });
  }
}
