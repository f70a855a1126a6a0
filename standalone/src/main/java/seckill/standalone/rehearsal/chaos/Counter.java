package seckill.standalone.rehearsal.chaos;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.ConnectException;
import java.util.Map;
import java.util.Random;
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

  private final Vertx vertx;
  private final Function<Buyer, SaleApi> gateways;
  private final String itemId;
  private final Random random;
  private final Map<String, Long> answers = new TreeMap<>();
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
              if (answer.isFinal() || System.nanoTime() - patienceNanos > 0) {
                over.complete();
              } else {
                int ceiling = WAIT_MIN_MILLIS << Math.min(tries, WAIT_MAX_DOUBLINGS);
                vertx.setTimer(
                    ceiling + random.nextInt(ceiling), again -> insist(buyer, tries + 1, over));
              }
            });
  }

  private Future<Answer> press(Buyer buyer, String key) {
    boolean knewBefore = buyer.told().order() != null;
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
      case YES -> told.yes(orderId);
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

  /** Asks once what came of it. */
  Future<Void> ask(Buyer buyer) {
    boolean knewBefore = buyer.told().order() != null;
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
      told.yes(reply.orderId());
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
