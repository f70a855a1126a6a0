package seckill.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.runtime.inbound.RefusalLog;

/** {@code POST /api/orders/{orderId}/payment-notices}: what a payment provider says, signed. */
final class PaymentHandlers {
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final int UNAVAILABLE = 503;
  private static final String ORDER_ID = "orderId";
  private static final String TAKING = "TAKING";

  /** What is read of a notice; providers say more, and will. */
  private static final List<String> FIELDS = List.of(ORDER_ID, "paymentId", "amountCents");

  private static final String SWITCHED_OFF =
      "Payment notices are not taken here: the operator has set no payment.secret.";
  private static final String NOT_WRITTEN_YET =
      "This order is not written yet. Please send the notice again.";

  private final boolean enabled;
  private final JsonBody body;
  private final NoticeSignature signature;
  private final BusClient bus;
  private final RefusalLog refusals;

  /**
   * @param enabled whether there is a key to check signatures with
   */
  PaymentHandlers(
      boolean enabled,
      JsonBody body,
      NoticeSignature signature,
      BusClient bus,
      RefusalLog refusals) {
    this.enabled = enabled;
    this.body = body;
    this.signature = signature;
    this.bus = bus;
    this.refusals = refusals;
  }

  /** Takes one notice. */
  void take(RoutingContext ctx) {
    try {
      if (!enabled) {
        throw new SeckillException(Outcome.NOT_FOUND, SWITCHED_OFF);
      }
      String orderId = OrderIds.require(ctx.pathParam(ORDER_ID));
      body.readBytes(
          ctx.request(), bytes -> take(ctx, orderId, bytes), cause -> refuse(ctx, cause));
    } catch (SeckillException e) {
      refuse(ctx, e);
    }
  }

  private void take(RoutingContext ctx, String orderId, Buffer bytes) {
    JsonObject notice;
    try {
      // Before anything of it is read: nobody else gets at the parser.
      signature.require(
          OneHeader.of(ctx.request(), NoticeSignature.HEADER, Outcome.FORBIDDEN), bytes);
      notice = read(JsonBody.parse(ctx.request(), bytes));
      requireSame(orderId, Json.text(notice, ORDER_ID));
    } catch (SeckillException e) {
      refuse(ctx, e);
      return;
    }
    bus.request(Addresses.ORDER_PAY, notice)
        .onSuccess(reply -> Answers.json(ctx.response(), status(reply), Answers.PRIVATE, reply))
        .onFailure(failure -> refuse(ctx, told(failure)));
  }

  private static JsonObject read(JsonObject body) {
    JsonObject notice = new JsonObject();
    for (String field : FIELDS) {
      if (body.containsKey(field)) {
        notice.put(field, body.getValue(field));
      }
    }
    return notice;
  }

  private void refuse(RoutingContext ctx, Throwable cause) {
    refusals.count(codeOf(cause).name(), String.valueOf(cause.getMessage()));
    ctx.fail(cause);
  }

  private static Outcome codeOf(Throwable cause) {
    if (cause instanceof ProblemException problem) {
      return problem.problem().outcome();
    }
    return cause instanceof SeckillException refusal ? refusal.outcome() : Outcome.INTERNAL;
  }

  // The path is not signed, so the body has to say which order it is.
  private static void requireSame(String inPath, String inBody) {
    if (!inPath.equals(inBody)) {
      throw SeckillException.badRequest("orderId must be the one of the path");
    }
  }

  private static int status(JsonObject reply) {
    return TAKING.equals(reply.getString("outcome")) ? ACCEPTED : OK;
  }

  private static Throwable told(Throwable failure) {
    return failure instanceof SeckillException refusal && refusal.outcome() == Outcome.PENDING
        ? new ProblemException(Problem.of(Outcome.PENDING, NOT_WRITTEN_YET).withStatus(UNAVAILABLE))
        : failure;
  }
}
