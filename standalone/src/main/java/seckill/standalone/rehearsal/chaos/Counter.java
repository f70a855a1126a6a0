package seckill.standalone.rehearsal.chaos;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.ConnectException;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;

/** Where buyers press and ask, and where what they hear is taken down. Used on one event loop. */
final class Counter {
  private static final int ANSWER_TIMEOUT_MILLIS = 4000;
  private static final int WAIT_MIN_MILLIS = 50;
  private static final int WAIT_MAX_DOUBLINGS = 4;
  private static final int OK = 200;
  private static final String NOT_FOUND = "NOT_FOUND";
  private static final Set<String> OVER = Set.of("CANCELLED", "CLOSED", "REFUND_DUE");

  private final Vertx vertx;
  private final Function<Buyer, SaleApi> gateways;
  private final String itemId;
  private final Random random;
  private final Map<String, Long> answers = new TreeMap<>();
  private final Cashier cashier;
  private long patienceNanos;

  /**
   * A counter.
   *
   * @param gateways gives any gateway for one call of a buyer
   */
  Counter(Vertx vertx, Function<Buyer, SaleApi> gateways, String itemId, Random random) {
    this.vertx = vertx;
    this.gateways = gateways;
    this.itemId = itemId;
    this.random = random;
    this.cashier = new Cashier(vertx, this, gateways, itemId);
  }

  /** Nobody tries again after this moment of {@link System#nanoTime}. */
  void patienceEnds(long nanos) {
    patienceNanos = nanos;
  }

  /** How often each answer to a purchase was given. */
  Map<String, Long> answers() {
    return answers;
  }

  /** Presses once. */
  Future<Void> buy(Buyer buyer, String key) {
    return press(buyer, key).mapEmpty();
  }

  /** Presses until there is a yes or a no, or patience ends. */
  Future<Void> insist(Buyer buyer) {
    Promise<Void> over = Promise.promise();
    insist(buyer, 0, over);
    return over.future();
  }

  private void insist(Buyer buyer, int tries, Promise<Void> over) {
    press(buyer, null)
        .onSuccess(
            answer -> {
              if (answer.isFinal() || isImpatient()) {
                over.complete();
              } else {
                vertx.setTimer(waitMillis(tries), again -> insist(buyer, tries + 1, over));
              }
            });
  }

  /** Whether it is too late to try again. */
  boolean isImpatient() {
    return System.nanoTime() - patienceNanos > 0;
  }

  /** How long to wait before the next try. */
  long waitMillis(int tries) {
    int ceiling = WAIT_MIN_MILLIS << Math.min(tries, WAIT_MAX_DOUBLINGS);
    return ceiling + random.nextInt(ceiling);
  }

  private Future<Answer> press(Buyer buyer, String key) {
    boolean knewBefore = buyer.told().isSure();
    return gateways
        .apply(buyer)
        .buy(itemId, buyer.token(), key)
        .timeout(ANSWER_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .transform(answer -> Future.succeededFuture(hear(buyer.told(), answer, knewBefore)));
  }

  private Answer hear(Testimony told, AsyncResult<Reply> result, boolean knewBefore) {
    String code = codeOf(result);
    answers.merge(code, 1L, Long::sum);
    String orderId = result.succeeded() ? result.result().orderId() : null;
    Answer answer = Answer.of(code);
    switch (answer) {
      case YES -> {
        if (!told.yes(orderId)) {
          return Answer.NOT_NOW;
        }
      }
      case MAYBE -> told.maybe(orderId);
      case NO, WRONG -> told.no(code, knewBefore);
      case NOT_NOW -> {}
    }
    return answer;
  }

  private static String codeOf(AsyncResult<Reply> result) {
    if (result.failed()) {
      return result.cause() instanceof ConnectException ? Answer.UNREACHED : Answer.NONE;
    }
    Reply reply = result.result();
    return reply.code().isEmpty() ? "HTTP_" + reply.status() : reply.code();
  }

  /** Gives the order back, if there is one; insists. */
  Future<Void> giveBack(Buyer buyer) {
    return cashier.giveBack(buyer);
  }

  /** Pays for the order, if there is or was one; insists. */
  Future<Void> pay(Buyer buyer) {
    return cashier.pay(buyer);
  }

  /** How often each answer to a cancellation or a payment was given. */
  Map<String, Long> cashierAnswers() {
    return cashier.answers();
  }

  /** Asks once what came of it. */
  Future<Void> ask(Buyer buyer) {
    boolean knewBefore = buyer.told().isSure();
    return mine(buyer)
        .transform(
            answer -> {
              if (answer.succeeded()) {
                hearResult(buyer.told(), answer.result(), knewBefore);
              }
              return Future.succeededFuture();
            });
  }

  // That there is nothing yet means little to who does not know of an order.
  private static void hearResult(Testimony told, Reply reply, boolean knewBefore) {
    if (reply.status() == OK) {
      if (OVER.contains(reply.body().getString("status"))) {
        told.ended(reply.orderId());
      } else {
        told.yes(reply.orderId());
      }
    } else if (reply.code().equals(NOT_FOUND)) {
      told.no(NOT_FOUND, knewBefore);
    }
  }

  /** What the gate answers when a buyer asks for their result. */
  Future<Reply> mine(Buyer buyer) {
    return gateways
        .apply(buyer)
        .mine(itemId, buyer.token())
        .timeout(ANSWER_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }
}
