package seckill.order.life;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.OrderStatus;
import seckill.order.life.Transitions.Release;

/**
 * Closes orders that were not paid in time, also those of a time when nobody looked. On one event
 * loop; any number of processes at once.
 */
final class Closer {
  private static final Logger LOG = LoggerFactory.getLogger(Closer.class);
  private static final String ACTOR = "closer";

  private final Vertx vertx;
  private final LifeSettings settings;
  private final OrderBook book;
  private final Releases releases;
  private final Counter closed;
  private final Promise<Void> ended = Promise.promise();
  private long timer = -1;
  private boolean looking;
  private boolean stopping;
  private boolean failing;

  Closer(
      Vertx vertx, LifeSettings settings, OrderBook book, Releases releases, MeterRegistry meters) {
    this.vertx = vertx;
    this.settings = settings;
    this.book = book;
    this.releases = releases;
    this.closed =
        Counter.builder("seckill_orders_closed")
            .description("orders closed because they were not paid in time")
            .register(meters);
  }

  void start() {
    timer = vertx.setPeriodic(settings.closeMillis(), tick -> look());
  }

  /** Looks no more; succeeds when the look under way is over. */
  Future<Void> stop() {
    stopping = true;
    vertx.cancelTimer(timer);
    return looking ? ended.future() : Future.succeededFuture();
  }

  /** Closes what is due, unless that is under way. */
  void look() {
    if (looking || stopping) {
      return;
    }
    looking = true;
    book.dueItems(settings.closeItems())
        .compose(this::close)
        .onComplete(
            done -> {
              looking = false;
              tell(done.cause());
              if (stopping) {
                ended.tryComplete();
              } else if (done.succeeded() && done.result()) {
                vertx.runOnContext(more -> look());
              }
            });
  }

  private void tell(Throwable cause) {
    if (cause != null && !failing) {
      LOG.warn("cannot look for unpaid orders, trying again: {}", cause.getMessage());
    }
    failing = cause != null;
  }

  /** A batch of each item; tells whether there may be more. */
  private Future<Boolean> close(List<OrderBook.DueItem> items) {
    Future<Boolean> more = Future.succeededFuture(false);
    for (OrderBook.DueItem item : items) {
      more =
          more.compose(
              before ->
                  stopping
                      ? Future.succeededFuture(false)
                      : close(item).map(left -> before || left));
    }
    return more;
  }

  private Future<Boolean> close(OrderBook.DueItem item) {
    return book.dueOrders(item, settings.closeBatch())
        .compose(
            due ->
                due.isEmpty()
                    ? Future.succeededFuture(false)
                    : releases
                        .release(item.itemId(), due, OrderStatus.CLOSED, ACTOR, "not paid in time")
                        .map(released -> count(released) && due.size() == settings.closeBatch()))
        .recover(
            cause -> {
              // One item's trouble must not keep the others' orders open.
              LOG.warn(
                  "item {}: cannot close unpaid orders: {}", item.itemId(), cause.getMessage());
              return Future.succeededFuture(false);
            });
  }

  private boolean count(List<Releases.Released> released) {
    long now = released.stream().filter(r -> r.release() == Release.NOW).count();
    closed.increment(now);
    return now > 0;
  }
}
