package seckill.standalone.rehearsal.chaos;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.ConnectException;
import java.time.Clock;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import seckill.standalone.client.NoticeSigner;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.process.DevSecret;

/** Where buyers give orders back and pay for them, again and again until they know. */
final class Cashier {
  private static final int ANSWER_TIMEOUT_MILLIS = 4000;

  private final Vertx vertx;
  private final Counter counter;
  private final Function<Buyer, SaleApi> gateways;
  private final String itemId;
  private final NoticeSigner signer = new NoticeSigner(DevSecret.PAYMENT, Clock.systemUTC());
  private final Map<String, Long> answers = new TreeMap<>();

  Cashier(Vertx vertx, Counter counter, Function<Buyer, SaleApi> gateways, String itemId) {
    this.vertx = vertx;
    this.counter = counter;
    this.gateways = gateways;
    this.itemId = itemId;
  }

  Map<String, Long> answers() {
    return answers;
  }

  Future<Void> giveBack(Buyer buyer) {
    if (!buyer.told().isSure()) {
      return Future.succeededFuture();
    }
    String orderId = buyer.told().order();
    return insist(
        () -> gateways.apply(buyer).cancel(orderId, itemId, buyer.token()),
        (code, reply) -> isEnded(buyer.told(), orderId, code));
  }

  // True when the answer is the last word.
  private boolean isEnded(Testimony told, String orderId, String code) {
    count("cancel " + code);
    switch (code) {
      case "CANCELLED", "CLOSED", "REFUND_DUE" -> {
        told.ended(orderId);
        return true;
      }
      case "CONFLICT" -> {
        if (!told.mayHavePaid()) {
          told.contradict("cannot give order " + orderId + " back, although it is not paid");
        }
        return true;
      }
      case "PENDING", "NOT_FOUND", "BUSY", "RATE_LIMITED", Answer.UNREACHED -> {
        return false;
      }
      case "DEGRADED", "INTERNAL", Answer.NONE -> {
        told.mayHaveEnded();
        return false;
      }
      default -> {
        told.contradict("gave order " + orderId + " back and heard " + code);
        return true;
      }
    }
  }

  Future<Void> pay(Buyer buyer) {
    Testimony told = buyer.told();
    Iterator<String> former = told.ended().iterator();
    if (told.order() == null && !former.hasNext()) {
      return Future.succeededFuture();
    }
    String orderId = told.order() == null ? former.next() : told.order();
    told.pays();
    return insist(
        () ->
            gateways
                .apply(buyer)
                .noticePayment(orderId, "pay-" + orderId, ChaosRound.PRICE_CENTS, signer),
        (code, reply) -> isPaid(told, orderId, code));
  }

  private boolean isPaid(Testimony told, String orderId, String code) {
    count("pay " + code);
    switch (code) {
      case "PAID" -> {
        told.paid(orderId);
        return true;
      }
      case "REFUND_DUE" -> {
        told.ended(orderId);
        return true;
      }
      case "BUSY", "RATE_LIMITED", "PENDING", Answer.UNREACHED -> {
        return false;
      }
      case "TAKING", "DEGRADED", "INTERNAL", Answer.NONE -> {
        told.mayBeTakenAgain(orderId);
        return false;
      }
      default -> {
        told.contradict("paid for order " + orderId + " and heard " + code);
        return true;
      }
    }
  }

  private Future<Void> insist(Supplier<Future<Reply>> call, BiPredicate<String, Reply> isLast) {
    Promise<Void> over = Promise.promise();
    insist(call, isLast, 0, over);
    return over.future();
  }

  private void insist(
      Supplier<Future<Reply>> call,
      BiPredicate<String, Reply> isLast,
      int tries,
      Promise<Void> over) {
    call.get()
        .timeout(ANSWER_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(
            answer -> {
              if (isLast.test(codeOf(answer), answer.result()) || counter.isImpatient()) {
                over.complete();
              } else {
                vertx.setTimer(
                    counter.waitMillis(tries), again -> insist(call, isLast, tries + 1, over));
              }
            });
  }

  private static String codeOf(AsyncResult<Reply> answer) {
    if (answer.failed()) {
      return answer.cause() instanceof ConnectException ? Answer.UNREACHED : Answer.NONE;
    }
    JsonObject body = answer.result().body();
    String ended = body.getString("status");
    return answer.result().succeeded() ? body.getString("outcome", ended) : answer.result().code();
  }

  private void count(String what) {
    answers.merge(what, 1L, Long::sum);
  }
}
