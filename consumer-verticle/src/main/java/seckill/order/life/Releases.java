package seckill.order.life;

import io.vertx.core.Future;
import java.util.List;
import seckill.contract.OrderStatus;
import seckill.order.life.Transitions.Release;

/** Ends unpaid orders: their units go back, once each, whoever asks and however often. */
final class Releases {
  private final OrderBook book;

  Releases(OrderBook book) {
    this.book = book;
  }

  /**
   * What became of one order.
   *
   * @param status what it is now
   * @param release what was done about it
   */
  record Released(String orderId, OrderStatus status, Release release) {}

  /**
   * Ends those of the orders of an item that are not paid.
   *
   * @param to CANCELLED or CLOSED
   */
  Future<List<Released>> release(
      long itemId, List<String> orderIds, OrderStatus to, String actor, String detail) {
    return book.open(
        itemId,
        open ->
            open.lock(orderIds)
                .compose(
                    orders -> {
                      List<HeldOrder> due =
                          orders.stream().filter(o -> releaseOf(o) == Release.NOW).toList();
                      return end(open, due, to, actor, detail)
                          .map(ended -> orders.stream().map(o -> released(o, to)).toList());
                    }));
  }

  private static Future<Void> end(
      OpenBook open, List<HeldOrder> due, OrderStatus to, String actor, String detail) {
    return due.isEmpty()
        ? Future.succeededFuture()
        : open.move(due, to, actor, detail)
            .compose(moved -> open.giveUnits(due.size()))
            .compose(given -> open.returnUnits(due));
  }

  private static Release releaseOf(HeldOrder order) {
    return Transitions.release(order.status());
  }

  private static Released released(HeldOrder order, OrderStatus to) {
    Release release = releaseOf(order);
    return new Released(order.orderId(), release == Release.NOW ? to : order.status(), release);
  }
}
