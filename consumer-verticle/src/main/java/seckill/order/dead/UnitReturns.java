package seckill.order.dead;

import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.TimeLeft;

/** Asks the till to give back the unit and the right to buy of a letter's user. */
final class UnitReturns {
  /** Answers after which the till holds nothing for the order any more. */
  private static final Set<String> SETTLED = Set.of("RETURNED", "ALREADY", "SURPLUS", "GONE");

  private static final String LOADING = "LOADING";

  /** It is none of the outbox. */
  private static final long NO_SEQ = 0;

  private final EventBus bus;
  private final long timeoutMillis;

  UnitReturns(EventBus bus, long timeoutMillis) {
    this.bus = bus;
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * Asks; can be repeated. Whether there is a unit to go back to the shelf is for the till to say,
   * which never puts more there than the holders leave.
   *
   * @return what the till did; a failure leaves it open whether it did anything
   */
  Future<String> ask(Letter letter) {
    JsonObject request =
        new JsonObject()
            .put("itemId", Long.toString(letter.itemId()))
            .put("userId", letter.userId())
            .put("orderId", letter.orderId())
            .put("seq", NO_SEQ)
            .put("unit", true)
            .put("right", true)
            .put(TimeLeft.FIELD, timeoutMillis);
    return bus.<JsonObject>request(
            Addresses.UNIT_RETURN, request, new DeliveryOptions().setSendTimeout(timeoutMillis))
        .map(reply -> String.valueOf(reply.body().getString("result")))
        .recover(UnitReturns::silence)
        .map(UnitReturns::requireSettled);
  }

  private static Future<String> silence(Throwable cause) {
    if (cause instanceof ReplyException reply) {
      String why =
          "the till did not give the unit back, the letter stays open; please repeat: "
              + said(reply);
      return Future.failedFuture(
          reply.failureType() == ReplyFailure.NO_HANDLERS
              ? new NothingDoneException(Outcome.DEGRADED, why)
              : new SeckillException(Outcome.DEGRADED, why));
    }
    return Future.failedFuture(cause);
  }

  // What the bus says of silence names addresses of its own.
  private static String said(ReplyException reply) {
    return switch (reply.failureType()) {
      case RECIPIENT_FAILURE -> reply.getMessage();
      case NO_HANDLERS -> "no till is there";
      default -> "no answer came in time";
    };
  }

  private static String requireSettled(String result) {
    if (SETTLED.contains(result)) {
      return result;
    }
    if (LOADING.equals(result)) {
      throw new NothingDoneException(
          Outcome.BUSY, "the item is being built anew; nothing was done, please repeat");
    }
    throw new NothingDoneException(
        Outcome.DEGRADED, "the till cannot give the unit back: " + result + "; nothing was done");
  }
}
