package seckill.order;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.OrderMessage;
import seckill.runtime.MySqlLink;

/**
 * Brings order messages of one item into MySQL, once each whatever happened before.
 *
 * <p>Fresh batches go in by one plain insert. Where that collides, and for everything that may have
 * been tried before, MySQL is asked first what it holds. A row that MySQL refuses for its content
 * is isolated by halving, so that it does not hold up the others.
 */
final class OrderLander {
  private static final Runnable BOOKED_BEFORE = () -> {};

  private final OrderRepository repository;
  private final ConsumerMetrics metrics;
  private final EventBus bus;

  OrderLander(OrderRepository repository, ConsumerMetrics metrics, EventBus bus) {
    this.repository = repository;
    this.metrics = metrics;
    this.bus = bus;
  }

  /**
   * Lands orders.
   *
   * @param maybeTried whether some of them may have been tried before
   * @param booked is run once when other orders of the item can only come after these
   * @return one verdict per order, in the same order; a failure is a passing one
   */
  Future<List<Verdict>> land(
      long itemId, List<OrderMessage> orders, boolean maybeTried, Runnable booked) {
    if (orders.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return maybeTried ? carefully(itemId, orders, booked) : plainly(itemId, orders, booked);
  }

  private Future<List<Verdict>> plainly(long itemId, List<OrderMessage> orders, Runnable booked) {
    long start = System.nanoTime();
    return repository
        .insertFresh(itemId, orders, booked)
        .transform(
            done -> {
              if (done.succeeded() && done.result()) {
                committed(itemId, orders.size(), 0, start);
                return Future.succeededFuture(Collections.nCopies(orders.size(), Verdict.LANDED));
              }
              return done.succeeded()
                      || isCollision(done.cause())
                      || MySqlLink.isDataError(done.cause())
                  ? carefully(itemId, orders, booked)
                  : Future.failedFuture(done.cause());
            });
  }

  private Future<List<Verdict>> carefully(long itemId, List<OrderMessage> orders, Runnable booked) {
    long start = System.nanoTime();
    return repository
        .insertMissing(itemId, orders, booked)
        .map(
            landing -> {
              committed(itemId, landing.missing().size(), landing.found(), start);
              return landing.verdicts();
            })
        .recover(
            cause ->
                MySqlLink.isDataError(cause)
                    ? isolate(itemId, orders, cause)
                    : Future.failedFuture(cause));
  }

  private Future<List<Verdict>> isolate(long itemId, List<OrderMessage> orders, Throwable cause) {
    if (orders.size() == 1) {
      return Future.succeededFuture(
          List.of(Verdict.dead(DeadReason.UNSTORABLE, RowRefusal.of(cause))));
    }
    int half = orders.size() / 2;
    return carefully(itemId, orders.subList(0, half), BOOKED_BEFORE)
        .compose(
            first ->
                carefully(itemId, orders.subList(half, orders.size()), BOOKED_BEFORE)
                    .map(
                        second -> {
                          List<Verdict> all = new ArrayList<>(first);
                          all.addAll(second);
                          return all;
                        }));
  }

  private void committed(long itemId, int inserted, int found, long startNanos) {
    metrics.committed(inserted, found, Duration.ofNanos(System.nanoTime() - startNanos));
    if (inserted > 0) {
      bus.publish(
          Addresses.EVENT_ORDER_LANDED,
          new JsonObject().put("itemId", Long.toString(itemId)).put("count", inserted));
    }
  }

  private static boolean isCollision(Throwable cause) {
    return MySqlLink.errorCode(cause) == MySqlLink.DUPLICATE_KEY;
  }
}
