package seckill.order.life;

import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.OrderStatus;
import seckill.order.life.LifeNews.Alert;
import seckill.order.outbox.ClaimedTask;
import seckill.order.outbox.TakeDesk;
import seckill.order.outbox.UnitResult;
import seckill.order.outbox.UnitTask;

/** Ends late payments: the order lives again, or the money goes back. */
final class Retakes implements TakeDesk {
  private static final Logger LOG = LoggerFactory.getLogger(Retakes.class);
  private static final String ACTOR = "outbox";

  private final OrderBook book;
  private final LifeNews news;

  Retakes(OrderBook book, LifeNews news) {
    this.book = book;
    this.news = news;
  }

  @Override
  public Future<Void> settle(ClaimedTask claimed, UnitResult result) {
    UnitTask task = claimed.task();
    return book.open(
            task.itemId(),
            open ->
                open.removeClaimed(claimed)
                    .compose(
                        mine ->
                            mine ? settle(open, task, result) : Future.<String>succeededFuture()))
        .map(
            refused -> {
              if (refused != null) {
                news.alert(
                    Alert.REFUND_DUE,
                    task.itemId(),
                    "order " + task.orderId() + ": " + refundOf(task, refused));
              }
              return null;
            });
  }

  /** Why the money goes back, or {@code null}. */
  private static Future<String> settle(OpenBook open, UnitTask task, UnitResult result) {
    return open.lock(List.of(task.orderId()))
        .compose(
            orders ->
                open.payments()
                    .find(task.paymentId())
                    .compose(
                        payment -> {
                          if (orders.isEmpty()
                              || payment == null
                              || payment.outcome() != PaymentOutcome.TAKING) {
                            LOG.error(
                                "order {}: nobody waits for the unit that was taken again",
                                task.orderId());
                            return Future.succeededFuture();
                          }
                          return result == UnitResult.TAKEN
                              ? revive(open, orders.get(0), task)
                              : refund(open, orders.get(0), task, result.name());
                        }));
  }

  private static Future<String> revive(OpenBook open, HeldOrder order, UnitTask task) {
    return refusal(open, order)
        .compose(
            refusal ->
                refusal == null
                    ? open.payments()
                        .set(task.paymentId(), PaymentOutcome.PAID)
                        .compose(
                            set ->
                                open.move(
                                    List.of(order),
                                    OrderStatus.PAID,
                                    ACTOR,
                                    "payment " + task.paymentId() + " got a unit again"))
                        .map((String) null)
                    : open.returnUnits(List.of(order))
                        .compose(queued -> refund(open, order, task, refusal)));
  }

  // The till may be wrong: it forgets, and it may have been rolled back. The books decide.
  private static Future<String> refusal(OpenBook open, HeldOrder order) {
    return open.settled()
        .compose(
            settled ->
                settled
                    ? Future.succeededFuture("the sale is settled")
                    : open.holds(order.userId())
                        .compose(
                            holds ->
                                holds
                                    ? Future.succeededFuture("the buyer holds another order")
                                    : open.takeUnit()
                                        .map(taken -> taken ? null : "the ledger is full")));
  }

  private static Future<String> refund(OpenBook open, HeldOrder order, UnitTask task, String why) {
    return open.payments()
        .set(task.paymentId(), PaymentOutcome.REFUND_DUE)
        .compose(
            set -> open.move(List.of(order), OrderStatus.REFUND_DUE, ACTOR, refundOf(task, why)))
        .map(why);
  }

  private static String refundOf(UnitTask task, String why) {
    return "payment " + task.paymentId() + " has to be refunded: " + why;
  }
}
