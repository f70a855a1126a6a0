package seckill.order.notice;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Sends notices, several at once, and says what became of each. On one event loop. */
final class Courier {
  private final Vertx vertx;
  private final Context context;
  private final NoticeSender sender;
  private final int inFlight;
  private final long timeoutMillis;
  private final LongSupplier nanoTime;
  private final NoticeMetrics metrics;
  private boolean stopping;

  /**
   * @param inFlight notices at once
   * @param timeoutMillis after which a try counts as failed, whatever the sender does
   */
  Courier(
      Vertx vertx,
      NoticeSender sender,
      int inFlight,
      long timeoutMillis,
      LongSupplier nanoTime,
      NoticeMetrics metrics) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.sender = sender;
    this.inFlight = inFlight;
    this.timeoutMillis = timeoutMillis;
    this.nanoTime = nanoTime;
    this.metrics = metrics;
  }

  /** Begins no more tries. */
  void stop() {
    stopping = true;
  }

  /**
   * Sends notices in their order.
   *
   * @param deadlineNanos after which none is begun
   * @return one result for each, never a failure; those that were not begun are the last ones
   */
  Future<List<Delivery>> deliver(List<Notice> notices, long deadlineNanos) {
    Tour tour = new Tour(notices, deadlineNanos);
    tour.goOn();
    return tour.done.future();
  }

  private final class Tour {
    private final List<Notice> notices;
    private final long deadlineNanos;
    private final Delivery[] results;
    private final Promise<List<Delivery>> done = Promise.promise();
    private int next;
    private int underWay;
    private boolean nobodyThere;

    Tour(List<Notice> notices, long deadlineNanos) {
      this.notices = notices;
      this.deadlineNanos = deadlineNanos;
      this.results = new Delivery[notices.size()];
      Arrays.fill(results, Delivery.UNTRIED);
    }

    void goOn() {
      while (underWay < inFlight && next < results.length && mayBegin()) {
        begin(next++);
      }
      if (underWay == 0) {
        done.tryComplete(List.of(results));
      }
    }

    private boolean mayBegin() {
      return !stopping && !nobodyThere && nanoTime.getAsLong() - deadlineNanos < 0;
    }

    private void begin(int index) {
      underWay++;
      long start = nanoTime.getAsLong();
      attempt(notices.get(index))
          .onComplete(sent -> context.runOnContext(here -> ended(index, Delivery.of(sent), start)));
    }

    private void ended(int index, Delivery delivery, long start) {
      underWay--;
      results[index] = delivery;
      nobodyThere |= delivery.kind() == Delivery.Kind.UNREACHABLE;
      metrics.tried(delivery, nanoTime.getAsLong() - start);
      goOn();
    }
  }

  private Future<Void> attempt(Notice notice) {
    Promise<Void> sent = Promise.promise();
    long timer =
        vertx.setTimer(
            timeoutMillis,
            late ->
                sent.tryFail(
                    UndeliveredException.retry("no answer within " + timeoutMillis + " ms")));
    Future.succeededFuture(notice)
        .compose(n -> Objects.requireNonNull(sender.send(n), "the sender gave no answer"))
        .onSuccess(sent::tryComplete)
        .onFailure(sent::tryFail);
    return sent.future().onComplete(over -> vertx.cancelTimer(timer));
  }
}
