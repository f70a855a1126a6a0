package seckill.runtime;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * How many rows one transaction takes: half as many after one that was not done in time, more again
 * after those that were.
 *
 * <p>It doubles while that would fit into the time limit, and goes on one by one near it, so that a
 * slow server is not asked for too much again and again. Not thread-safe.
 */
public final class BatchSize {
  private static final int FACTOR = 2;

  private final int max;
  private final long limitNanos;
  private int size;

  /**
   * At first the greatest size.
   *
   * @param max the greatest size
   * @param limitMillis the time that a transaction has
   */
  public BatchSize(int max, long limitMillis) {
    this.max = max;
    this.limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
    this.size = max;
  }

  /** Rows of the next transaction at most. */
  public int get() {
    return size;
  }

  /** Whether it is as great as it can be. */
  public boolean isFull() {
    return size == max;
  }

  /** A transaction of so many rows was done within a time. */
  public void succeeded(int rows, long nanos) {
    if (rows >= size) {
      size = Math.min(max, nanos <= limitNanos / FACTOR ? size * FACTOR : size + 1);
    }
  }

  /** A transaction of so many rows could not be done. */
  public void failed(int rows) {
    if (rows > 1) {
      size = Math.min(size, rows / FACTOR);
    }
  }

  /**
   * Does work on all rows, piece by piece in their order; a piece that takes too long is done again
   * in smaller ones. What was done before a failure stays done.
   *
   * @param work on one piece, in a transaction of its own
   * @return what came of each piece
   */
  public <T, R> Future<List<R>> inPieces(List<T> rows, Function<List<T>, Future<R>> work) {
    return inPieces(rows, work, new ArrayList<>());
  }

  private <T, R> Future<List<R>> inPieces(
      List<T> rows, Function<List<T>, Future<R>> work, List<R> results) {
    if (rows.isEmpty()) {
      return Future.succeededFuture(results);
    }
    int count = Math.min(size, rows.size());
    long begun = System.nanoTime();
    return work.apply(rows.subList(0, count))
        .transform(
            done -> {
              if (done.succeeded()) {
                succeeded(count, System.nanoTime() - begun);
                results.add(done.result());
                return inPieces(rows.subList(count, rows.size()), work, results);
              }
              if (count == 1 || !MySqlErrors.isTooLong(done.cause())) {
                return Future.failedFuture(done.cause());
              }
              failed(count);
              return inPieces(rows, work, results);
            });
  }
}
