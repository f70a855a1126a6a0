package seckill.order;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.runtime.Backoff;
import seckill.runtime.MySqlLink;

/** How long a lane waits after a batch that could not be written, and what it tells of that. */
final class LaneRetries {
  private static final Logger LOG = LoggerFactory.getLogger(LaneRetries.class);
  private static final long SHORTEST_WAIT_MILLIS = 1;

  private final long itemId;
  private final ConsumerMetrics metrics;
  private final Backoff writes;
  private final Backoff locks;

  LaneRetries(long itemId, ConsumerSettings settings, ConsumerMetrics metrics) {
    this.itemId = itemId;
    this.metrics = metrics;
    this.writes = new Backoff(settings.retryMinMillis(), settings.retryMaxMillis());
    // Whoever stood in the way is done in a moment, and a short random wait parts the two.
    this.locks = new Backoff(SHORTEST_WAIT_MILLIS, settings.retryMinMillis());
  }

  /** Whether nothing was written since the last failure. */
  boolean isFailing() {
    return writes.failures() > 0 || locks.failures() > 0;
  }

  void succeeded() {
    if (writes.failures() > 0) {
      LOG.info("item {}: writing again", itemId);
      writes.reset();
    }
    locks.reset();
  }

  /** The wait before some orders are tried again, in milliseconds. */
  long waitAfter(Throwable cause, int orders) {
    Backoff backoff = MySqlLink.isLockConflict(cause) ? locks : writes;
    boolean first = backoff.failures() == 0;
    long wait = backoff.next();
    metrics.retried(wait);
    if (first) {
      LOG.warn(
          "item {}: cannot write {} orders, trying again: {}", itemId, orders, cause.toString());
    } else {
      LOG.debug("item {}: trying again in {} ms: {}", itemId, wait, cause.toString());
    }
    return wait;
  }
}
