package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Lets one run at a time work, over all processes; every other one is refused with CONFLICT. */
final class RunControl {
  private static final Logger LOG = LoggerFactory.getLogger(RunControl.class);

  private final Vertx vertx;
  private final Lease lease;
  private final Fence fence;
  private final long limitMillis;
  private final Consumer<Instant> finished;
  private Run current;
  private Promise<Void> idle;
  private boolean stopped;

  /**
   * @param limitMillis how long a run may take
   * @param finished is told when a run got to its end
   */
  RunControl(Vertx vertx, Lease lease, Fence fence, long limitMillis, Consumer<Instant> finished) {
    this.vertx = vertx;
    this.lease = lease;
    this.fence = fence;
    this.limitMillis = limitMillis;
    this.finished = finished;
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
        .compose(got -> got ? fenced(token, sentNanos, work) : Future.failedFuture(taken()))
        .onComplete(
            result -> {
              idle = null;
              done.complete();
            });
  }

  private <T> Future<T> fenced(String token, long sentNanos, Function<Run, Future<T>> work) {
    return fence
        .raise(token)
        .onFailure(cause -> lease.release(token))
        .compose(raised -> work(new Run(vertx, lease, token, sentNanos, raised), work));
  }

  private <T> Future<T> work(Run run, Function<Run, Future<T>> work) {
    current = run;
    if (stopped) {
      run.abandon("the auditor stops");
    }
    long limit = vertx.setTimer(limitMillis, late -> run.abandon("it took too long"));
    Promise<T> result = Promise.promise();
    run.check()
        .compose(held -> work.apply(run))
        .compose(found -> noteEnd(run).map(found))
        .onSuccess(result::tryComplete)
        .onFailure(result::tryFail);
    // A step that never ends must not keep all later runs away; whatever it writes is refused.
    run.over()
        .onFailure(
            cause -> {
              if (!result.future().isComplete()) {
                vertx.setTimer(lease.millis(), hung -> result.tryFail(cause));
              }
            });
    return result
        .future()
        .eventually(
            () -> {
              vertx.cancelTimer(limit);
              current = null;
              return run.end();
            });
  }

  private Future<Void> noteEnd(Run run) {
    return fence
        .finish(run.fence())
        .onSuccess(finished::accept)
        .onFailure(cause -> LOG.warn("cannot note the end of a run: {}", cause.getMessage()))
        .<Void>mapEmpty()
        .otherwiseEmpty();
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
