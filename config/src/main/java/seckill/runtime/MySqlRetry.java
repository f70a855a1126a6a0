package seckill.runtime;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.config.MySqlSettings;

/** Runs work again of which the server left nothing; all tries together have the time of one. */
final class MySqlRetry {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlRetry.class);

  private final Vertx vertx;
  private final MySqlSettings settings;

  MySqlRetry(Vertx vertx, MySqlSettings settings) {
    this.vertx = vertx;
    this.settings = settings;
  }

  /**
   * Runs work until it succeeds or may not be run again.
   *
   * @param work takes the milliseconds that it has
   */
  <T> Future<T> run(LongFunction<Future<T>> work, Predicate<Throwable> mayRunAgain) {
    Backoff backoff = new Backoff(settings.transactionRetryMillis(), settings.queryTimeoutMillis());
    return run(System.nanoTime(), backoff, work, mayRunAgain);
  }

  private <T> Future<T> run(
      long begunNanos,
      Backoff backoff,
      LongFunction<Future<T>> work,
      Predicate<Throwable> mayRunAgain) {
    return work.apply(Math.max(1, leftMillis(begunNanos)))
        .recover(
            cause -> {
              long wait = backoff.next();
              if (backoff.failures() >= settings.transactionTries()
                  || wait >= leftMillis(begunNanos)
                  || !mayRunAgain.test(cause)) {
                return Future.failedFuture(cause);
              }
              LOG.debug("MySQL is asked again in {} ms: {}", wait, cause.getMessage());
              return vertx.timer(wait).compose(due -> run(begunNanos, backoff, work, mayRunAgain));
            });
  }

  private long leftMillis(long begunNanos) {
    return settings.queryTimeoutMillis()
        - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
  }
}
