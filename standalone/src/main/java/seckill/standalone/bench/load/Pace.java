package seckill.standalone.bench.load;

import java.util.concurrent.TimeUnit;

/** When the requests of a load are to be sent. */
@FunctionalInterface
public interface Pace {
  /** As soon as a connection is free: the closed model. */
  Pace CLOSED = (request, startNanos, nowNanos) -> nowNanos;

  /**
   * The moment that a request is due, which its latency is counted from.
   *
   * @param request counted from 0
   * @param startNanos when the load began
   */
  long dueNanos(long request, long startNanos, long nowNanos);

  /**
   * So many per second whatever the server does: the open model. What is sent late, because
   * everything before it was slow, was due in time all the same.
   */
  static Pace open(double perSecond) {
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("a rate must be positive: " + perSecond);
    }
    double nanosApart = TimeUnit.SECONDS.toNanos(1) / perSecond;
    return (request, startNanos, nowNanos) -> startNanos + (long) (request * nanosApart);
  }
}
