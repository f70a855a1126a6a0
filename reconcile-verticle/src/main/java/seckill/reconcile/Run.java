package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** One run under the lease: it prolongs the lease while it works, and stops once that is lost. */
final class Run {
  private static final Logger LOG = LoggerFactory.getLogger(Run.class);

  /** A lease is prolonged this often within its time, so that one lost answer does no harm. */
  private static final int RENEWALS_PER_LEASE = 3;

  private final Vertx vertx;
  private final Lease lease;
  private final String token;
  private final long fence;
  private final Promise<Void> over = Promise.promise();
  private final long timer;
  private long heldUntilNanos;

  /**
   * A run whose lease was just acquired.
   *
   * @param sentNanos when the lease was asked for
   * @param fence what its writes have to show
   */
  Run(Vertx vertx, Lease lease, String token, long sentNanos, long fence) {
    this.vertx = vertx;
    this.lease = lease;
    this.token = token;
    this.fence = fence;
    heldSince(sentNanos);
    this.timer =
        vertx.setPeriodic(Math.max(1, lease.millis() / RENEWALS_PER_LEASE), tick -> prolong());
  }

  /** The number that its writes have to show. */
  long fence() {
    return fence;
  }

  private void heldSince(long sentNanos) {
    heldUntilNanos = sentNanos + TimeUnit.MILLISECONDS.toNanos(lease.millis());
  }

  private void prolong() {
    confirm()
        .onFailure(
            cause -> {
              if (!over.future().isComplete()) {
                LOG.warn("cannot prolong the lease: {}", cause.getMessage());
              }
            });
  }

  /** Succeeds if the lease is still held, and prolongs it. */
  Future<Void> confirm() {
    long sentNanos = System.nanoTime();
    return check()
        .compose(held -> lease.renew(token))
        .compose(
            held -> {
              if (held) {
                heldSince(sentNanos);
              } else {
                abandon("the lease was lost");
              }
              return check();
            });
  }

  /** Fails once the run may not go on. */
  Future<Void> check() {
    if (System.nanoTime() - heldUntilNanos > 0) {
      abandon("the lease ran out");
    }
    return over.future().isComplete() ? over.future() : Future.succeededFuture();
  }

  /** Makes every further step of this run fail. */
  void abandon(String reason) {
    if (over.tryFail(
        new SeckillException(Outcome.CONFLICT, "the reconciliation was given up: " + reason))) {
      LOG.info("a reconciliation is given up: {}", reason);
    }
  }

  /** Tells once the run may not go on, or has ended. */
  Future<Void> over() {
    return over.future();
  }

  /** Waits, unless the run has to stop. */
  Future<Void> pause(long millis) {
    if (millis <= 0) {
      return check();
    }
    Promise<Void> wait = Promise.promise();
    long waiting = vertx.setTimer(millis, done -> wait.tryComplete());
    over.future()
        .onFailure(
            cause -> {
              vertx.cancelTimer(waiting);
              wait.tryFail(cause);
            });
    return wait.future().compose(waited -> check());
  }

  /**
   * Takes one step after the other while the run may go on.
   *
   * @param step is given a cursor and answers the next one, or {@code null} after the last step
   */
  <C> Future<Void> walk(C cursor, Function<C, Future<C>> step) {
    if (cursor == null) {
      return Future.succeededFuture();
    }
    return check().compose(held -> step.apply(cursor)).compose(next -> walk(next, step));
  }

  /** Ends the run and gives the lease back, if it is still its own. */
  Future<Void> end() {
    vertx.cancelTimer(timer);
    over.tryFail(new SeckillException(Outcome.CONFLICT, "the reconciliation is over"));
    return lease
        .release(token)
        .onFailure(cause -> LOG.warn("cannot give the lease back: {}", cause.getMessage()))
        .otherwise(false)
        .mapEmpty();
  }
}
