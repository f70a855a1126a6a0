package seckill.order.life;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.util.List;
import seckill.contract.OrderIds;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.order.life.LifeNews.Alert;
import seckill.order.outbox.UnitTask;
import seckill.runtime.MySqlLink;

/** Receives payments, each once; what cannot pay its order is to be refunded, never forgotten. */
final class Payments {
  private static final int VERSION_AT = 14;

  private final OrderBook book;
  private final LifeNews news;
  private final Clock clock;
  private final long unknownMillis;

  /**
   * @param unknownMillis age of an order id from which nobody's knowing of it is alarming
   */
  Payments(OrderBook book, LifeNews news, Clock clock, long unknownMillis) {
    this.book = book;
    this.news = news;
    this.clock = clock;
    this.unknownMillis = unknownMillis;
  }

  /**
   * What came of a payment.
   *
   * @param repeated whether this was known before
   */
  record Received(PaymentOutcome outcome, boolean repeated) {}

  /** What a transaction came to; the refusals are told once it is committed. */
  private record Result(Transitions.Receipt receipt, PaymentOutcome outcome) {}

  /**
   * Receives a payment.
   *
   * @return fails with PENDING if the order is not written yet, AMOUNT_MISMATCH, or CONFLICT if the
   *     payment's number belongs to another
   */
  Future<Received> receive(PaymentNotice notice) {
    return book.find(notice.orderId())
        .compose(
            owner ->
                owner == null
                    ? receiveUnwritten(notice)
                    : receive(notice, owner.itemId())
                        .recover(cause -> again(notice, owner, cause)));
  }

  // The same number came for an order of another item at the same moment; now it is known.
  private Future<Received> again(PaymentNotice notice, OrderBook.Owner owner, Throwable cause) {
    return MySqlLink.errorCode(cause) == MySqlLink.DUPLICATE_KEY
        ? receive(notice, owner.itemId())
        : Future.failedFuture(cause);
  }

  private Future<Received> receive(PaymentNotice notice, long itemId) {
    return book.open(itemId, open -> receive(open, notice))
        .map(result -> tell(notice, itemId, result));
  }

  private Future<Result> receive(OpenBook open, PaymentNotice notice) {
    return open.lock(List.of(notice.orderId()))
        .compose(
            orders ->
                open.payments()
                    .find(notice.paymentId())
                    .compose(
                        known ->
                            open.payments()
                                .taking(notice.orderId())
                                .compose(
                                    taking ->
                                        carryOut(open, orders.get(0), notice, known, taking))));
  }

  private static Future<Result> carryOut(
      OpenBook open, HeldOrder order, PaymentNotice notice, StoredPayment known, boolean taking) {
    Transitions.Receipt receipt = Transitions.receive(order, notice, known, taking);
    return switch (receipt) {
      case REPEATED -> Future.succeededFuture(new Result(receipt, known.outcome()));
      case REUSED -> Future.succeededFuture(new Result(receipt, null));
      case WRONG_AMOUNT -> noteOnce(open, order, notice).map(new Result(receipt, null));
      case PAYS -> pay(open, order, notice).map(new Result(receipt, PaymentOutcome.PAID));
      case LATE -> takeAgain(open, order, notice).map(new Result(receipt, PaymentOutcome.TAKING));
      case REFUND ->
          refund(open, order, notice).map(new Result(receipt, PaymentOutcome.REFUND_DUE));
    };
  }

  private static Future<Void> pay(OpenBook open, HeldOrder order, PaymentNotice notice) {
    return open.payments()
        .add(notice, PaymentOutcome.PAID)
        .compose(
            added ->
                open.move(
                    List.of(order),
                    OrderStatus.PAID,
                    notice.actor(),
                    "payment " + notice.paymentId()));
  }

  private static Future<Void> takeAgain(OpenBook open, HeldOrder order, PaymentNotice notice) {
    UnitTask task =
        UnitTask.takeAgain(order.itemId(), order.orderId(), order.userId(), notice.paymentId());
    return open.payments()
        .add(notice, PaymentOutcome.TAKING)
        .compose(added -> open.queue(List.of(task)))
        .compose(queued -> note(open, order, notice, " came late: a unit is being taken again"));
  }

  private static Future<Void> refund(OpenBook open, HeldOrder order, PaymentNotice notice) {
    return open.payments()
        .add(notice, PaymentOutcome.REFUND_DUE)
        .compose(added -> note(open, order, notice, " has to be refunded"))
        .compose(noted -> open.tell(List.of(order), OrderStatus.REFUND_DUE));
  }

  private static Future<Void> note(
      OpenBook open, HeldOrder order, PaymentNotice notice, String what) {
    return open.note(
        List.of(order), order.status(), notice.actor(), "payment " + notice.paymentId() + what);
  }

  // A provider may repeat it for days.
  private static Future<Void> noteOnce(OpenBook open, HeldOrder order, PaymentNotice notice) {
    String detail = mismatch(notice) + ", the price is " + order.priceCents();
    return open.noted(order.orderId(), detail)
        .compose(
            noted ->
                noted
                    ? Future.succeededFuture()
                    : open.note(List.of(order), order.status(), notice.actor(), detail));
  }

  private static String mismatch(PaymentNotice notice) {
    return "payment " + notice.paymentId() + " of " + notice.amountCents() + " was refused";
  }

  private Received tell(PaymentNotice notice, long itemId, Result result) {
    switch (result.receipt()) {
      case REUSED ->
          throw new SeckillException(Outcome.CONFLICT, "this paymentId belongs to another payment");
      case WRONG_AMOUNT -> {
        news.alert(Alert.AMOUNT_MISMATCH, itemId, orderOf(notice) + mismatch(notice));
        throw new SeckillException(
            Outcome.AMOUNT_MISMATCH, "amountCents is not the price of the order");
      }
      case REFUND -> alertRefund(notice, itemId);
      default -> {
        // Nobody has to look.
      }
    }
    return new Received(result.outcome(), result.receipt() == Transitions.Receipt.REPEATED);
  }

  private void alertRefund(PaymentNotice notice, long itemId) {
    news.alert(
        Alert.REFUND_DUE,
        itemId,
        orderOf(notice) + "payment " + notice.paymentId() + " has to be refunded");
  }

  private static String orderOf(PaymentNotice notice) {
    return "order " + notice.orderId() + ": ";
  }

  private Future<Received> receiveUnwritten(PaymentNotice notice) {
    return book.findGivenUp(notice.orderId())
        .compose(
            owner ->
                owner == null ? Future.failedFuture(notYet(notice)) : refundGivenUp(notice, owner));
  }

  private SeckillException notYet(PaymentNotice notice) {
    if (isOld(notice.orderId())) {
      news.alert(
          Alert.UNKNOWN_ORDER_PAID,
          null,
          orderOf(notice) + "payment " + notice.paymentId() + " is for an order nobody knows");
    }
    return new SeckillException(
        Outcome.PENDING, "this order is not written yet; please send the notice again");
  }

  // An id that does not tell its age is of an age that nobody can vouch for.
  private boolean isOld(String orderId) {
    return orderId.charAt(VERSION_AT) != '7'
        || clock.millis() - OrderIds.millisOf(orderId) > unknownMillis;
  }

  // An operator gave the order up; its price is not known here, so any amount goes back.
  private Future<Received> refundGivenUp(PaymentNotice notice, OrderBook.Owner owner) {
    Buffer userId = owner.userId() == null ? Buffer.buffer() : owner.userId();
    HeldOrder order =
        new HeldOrder(
            owner.itemId(), notice.orderId(), userId, notice.amountCents(), OrderStatus.REFUND_DUE);
    return book.open(
            owner.itemId(),
            open ->
                open.payments()
                    .find(notice.paymentId())
                    .compose(known -> carryOut(open, order, notice, known, false)))
        .map(result -> tell(notice, owner.itemId(), result));
  }
}
