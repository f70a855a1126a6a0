package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import seckill.runtime.Backoff;

/**
 * The right to work on some rows until a lease is over, by a clock that no one can set.
 *
 * <p>The first half of the lease is for beginning to send; a process that was stopped for longer
 * begins nothing more, and what it still writes down is refused if others have taken over.
 */
final class Claim {
  private static final int PARTS = 2;
  private static final long WRITE_AGAIN_MILLIS = 50;

  private final String token = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final Vertx vertx;
  private final LongSupplier nanoTime;
  private final long begunNanos;
  private final long leaseMillis;

  /** To be made before the rows are asked for. */
  Claim(Vertx vertx, LongSupplier nanoTime, long leaseMillis) {
    this.vertx = vertx;
    this.nanoTime = nanoTime;
    this.begunNanos = nanoTime.getAsLong();
    this.leaseMillis = leaseMillis;
  }

  /** Names this claim in the rows; no two claims have the same. */
  String token() {
    return token;
  }

  long leaseMillis() {
    return leaseMillis;
  }

  /** After which nothing more is begun. */
  long deadlineNanos() {
    return begunNanos + TimeUnit.MILLISECONDS.toNanos(leaseMillis / PARTS);
  }

  /** Writes something down, trying again until the lease is over. */
  <T> Future<T> insist(Supplier<Future<T>> write) {
    return insist(write, new Backoff(WRITE_AGAIN_MILLIS, leaseMillis / PARTS));
  }

  private <T> Future<T> insist(Supplier<Future<T>> write, Backoff backoff) {
    return write
        .get()
        .recover(
            cause -> {
              long wait = backoff.next();
              long end = begunNanos + TimeUnit.MILLISECONDS.toNanos(leaseMillis - wait);
              return nanoTime.getAsLong() - end < 0
                  ? vertx.timer(wait).compose(again -> insist(write, backoff))
                  : Future.failedFuture(cause);
            });
  }
}
