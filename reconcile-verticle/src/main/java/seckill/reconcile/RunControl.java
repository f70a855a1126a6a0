package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Lets one run at a time work, over all processes; every other one is refused with CONFLICT. */
final class RunControl {
  private final Vertx vertx;
  private final Lease lease;
  private Run current;
  private Promise<Void> idle;
  private boolean stopped;

  RunControl(Vertx vertx, Lease lease) {
    this.vertx = vertx;
    this.lease = lease;
  }

  /** Runs {@code work} under the lease, or fails with CONFLICT. */
  <T> Future<T> exclusively(Trigger trigger, Function<Run, Future<T>> work) {
    if (stopped || idle != null) {
      return Future.failedFuture(taken());
    }
    String token = trigger.name() + ":" + UUID.randomUUID();
    Promise<Void> done = Promise.promise();
    idle = done;
    long sentNanos = System.nanoTime();
    return lease
        .acquire(token)
        .compose(got -> got ? work(token, sentNanos, work) : Future.failedFuture(taken()))
        .onComplete(
            result -> {
              idle = null;
              done.complete();
            });
  }

  private <T> Future<T> work(String token, long sentNanos, Function<Run, Future<T>> work) {
    Run run = new Run(vertx, lease, token, sentNanos);
    current = run;
    if (stopped) {
      run.abandon("the auditor stops");
    }
    return run.check()
        .compose(held -> work.apply(run))
        .eventually(
            () -> {
              current = null;
              return run.end();
            });
  }

  /** Whether a run was refused or given up, rather than broken. */
  static boolean isConflict(Throwable cause) {
    return cause instanceof SeckillException refusal && refusal.outcome() == Outcome.CONFLICT;
  }

  private static SeckillException taken() {
    return new SeckillException(Outcome.CONFLICT, "another reconciliation is under way");
  }

  /** Whether a run of this trigger holds the lease, in whatever process. */
  Future<Boolean> isHeldBy(Trigger trigger) {
    return lease.holder().map(token -> token != null && token.startsWith(trigger.name() + ":"));
  }

  /** Takes no further run, and waits for the one under way to let go. */
  Future<Void> stop(long timeoutMillis) {
    stopped = true;
    if (current != null) {
      current.abandon("the auditor stops");
    }
    return idle == null
        ? Future.succeededFuture()
        : idle.future().timeout(Math.max(1, timeoutMillis), TimeUnit.MILLISECONDS);
  }
}
