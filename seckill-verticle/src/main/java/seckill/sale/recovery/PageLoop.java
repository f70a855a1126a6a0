package seckill.sale.recovery;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.function.Function;

/**
 * Moves page after page, reading the next one while the last is written, so that two pages are in
 * memory however many there are.
 *
 * @param <C> says where a page begins
 * @param <T> an entry
 */
final class PageLoop<C, T> {
  private final Function<C, Future<Page<C, T>>> read;
  private final Function<List<T>, Future<Void>> write;
  private final Promise<Void> done = Promise.promise();

  /**
   * One page.
   *
   * @param next where the next one begins; {@code null} after the last
   */
  record Page<C, T>(List<T> entries, C next) {}

  private PageLoop(Function<C, Future<Page<C, T>>> read, Function<List<T>, Future<Void>> write) {
    this.read = read;
    this.write = write;
  }

  /** Moves all pages from the first one on. */
  static <C, T> Future<Void> run(
      C first, Function<C, Future<Page<C, T>>> read, Function<List<T>, Future<Void>> write) {
    PageLoop<C, T> loop = new PageLoop<>(read, write);
    loop.step(read.apply(first), Future.succeededFuture());
    return loop.done.future();
  }

  private void step(Future<Page<C, T>> reading, Future<Void> writing) {
    Future.join(reading, writing)
        .onFailure(done::fail)
        .onSuccess(
            both -> {
              Page<C, T> page = reading.result();
              Future<Void> next = Future.succeededFuture(page.entries()).compose(write);
              if (page.next() == null) {
                next.onComplete(done);
              } else {
                step(read.apply(page.next()), next);
              }
            });
  }
}
