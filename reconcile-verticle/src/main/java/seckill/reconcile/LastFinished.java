package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Tells when no run of any process has come to its end for too long. */
final class LastFinished {
  private final Fence fence;
  private final ReconcileMetrics metrics;
  private final Duration limit;
  private final Clock clock;
  private volatile Instant startedAt;

  LastFinished(Fence fence, ReconcileMetrics metrics, long limitMillis, Clock clock) {
    this.fence = fence;
    this.metrics = metrics;
    this.limit = Duration.ofMillis(limitMillis);
    this.clock = clock;
  }

  /** Takes over into the metrics what MySQL knows. */
  Future<Instant> refresh() {
    // Not when this was made: the time was not known then.
    if (startedAt == null) {
      startedAt = clock.instant();
    }
    return fence
        .lastFinished()
        .map(
            last -> {
              last.ifPresent(metrics::finished);
              return last.orElse(startedAt);
            });
  }

  /** Fails if the last run of whatever process ended too long ago. */
  Future<Void> check() {
    return refresh()
        .compose(
            last ->
                last.plus(limit).isBefore(clock.instant())
                    ? Future.failedFuture("no reconciliation has finished since " + last)
                    : Future.succeededFuture());
  }
}
