package seckill.gateway.bucket;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * The shared bucket by the rules of the script, on a clock that a test moves; its answers can be
 * held back or replaced by failures.
 */
final class BucketModel implements Lease.Source {
  final List<Long> wants = new ArrayList<>();
  private final Queue<Runnable> held = new ArrayDeque<>();
  private long nowNanos;
  private long atNanos;
  private double tokens = Double.MAX_VALUE;
  boolean holding;
  boolean away;

  /** Starts anywhere: a clock of this kind means nothing by itself. */
  BucketModel(long nowNanos) {
    this.nowNanos = nowNanos;
    this.atNanos = nowNanos;
  }

  long now() {
    return nowNanos;
  }

  void advance(long amount, TimeUnit unit) {
    nowNanos += unit.toNanos(amount);
  }

  @Override
  public Future<Lease> lease(BucketSettings settings, long want) {
    wants.add(want);
    if (away) {
      return Future.failedFuture("the till is away");
    }
    if (!holding) {
      return Future.succeededFuture(decide(settings, want));
    }
    Promise<Lease> promise = Promise.promise();
    held.add(() -> promise.complete(decide(settings, want)));
    return promise.future();
  }

  /** Answers what was held back so far. */
  void release() {
    holding = false;
    List<Runnable> answers = new ArrayList<>(held);
    held.clear();
    answers.forEach(Runnable::run);
  }

  private Lease decide(BucketSettings settings, long want) {
    double rate = settings.perSecond();
    tokens = Math.min(settings.capacity(), tokens + (nowNanos - atNanos) / 1e9 * rate);
    atNanos = nowNanos;
    long granted = Math.min(want, (long) tokens);
    tokens -= granted;
    return new Lease(granted, tokens < 1 ? (long) Math.ceil((1 - tokens) / rate * 1000) : 0);
  }
}
