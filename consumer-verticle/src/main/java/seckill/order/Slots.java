package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/** Lets a bounded number of tasks run at once, first come first served. On one event loop. */
final class Slots {
  private final ArrayDeque<Promise<Void>> waiting = new ArrayDeque<>();
  private int free;

  Slots(int size) {
    this.free = size;
  }

  /** Runs a task as soon as there is a slot. */
  <T> Future<T> run(Supplier<Future<T>> task) {
    return acquire().compose(slot -> task.get()).onComplete(done -> release());
  }

  private Future<Void> acquire() {
    if (free > 0) {
      free--;
      return Future.succeededFuture();
    }
    Promise<Void> turn = Promise.promise();
    waiting.add(turn);
    return turn.future();
  }

  private void release() {
    Promise<Void> next = waiting.poll();
    if (next == null) {
      free++;
    } else {
      next.complete();
    }
  }
}
