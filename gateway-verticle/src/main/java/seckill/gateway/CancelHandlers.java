package seckill.gateway;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** {@code POST /api/orders/{orderId}/cancel}: callers give their own orders back. */
final class CancelHandlers {
  private static final int OK = 200;
  private static final int CONFLICT = 409;
  private static final String QUEUED = "ORDER_QUEUED";
  private static final String KEPT = "ORDER_KEPT";

  private final BusClient bus;
  private final ProblemWriter problems;

  CancelHandlers(BusClient bus, ProblemWriter problems) {
    this.bus = bus;
    this.problems = problems;
  }

  /** Cancels; with {@code ?itemId=} also an order that is only just being written. */
  void cancel(RoutingContext ctx) {
    String orderId = OrderIds.require(ctx.pathParam("orderId"));
    Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
    JsonObject request =
        new JsonObject().put("orderId", orderId).put("userId", GateHandler.callerOf(ctx).userId());
    List<String> items = ctx.queryParam("itemId");
    if (!items.isEmpty()) {
      request.put("itemId", Long.toString(ItemIds.parse(items.get(0))));
    }
    bus.request(Addresses.ORDER_CANCEL, request)
        .onSuccess(reply -> Answers.json(ctx.response(), OK, Answers.PRIVATE, reply))
        .onFailure(failure -> ctx.fail(told(ctx, failure)));
  }

  private Throwable told(RoutingContext ctx, Throwable failure) {
    if (!(failure instanceof SeckillException refusal)) {
      return failure;
    }
    return switch (refusal.outcome()) {
      case PENDING -> new ProblemException(problem(ctx, Outcome.PENDING, QUEUED));
      case CONFLICT -> new ProblemException(problem(ctx, Outcome.CONFLICT, KEPT));
      case NOT_FOUND -> OrderHandlers.mayStillShowUp();
      default -> failure;
    };
  }

  private Problem problem(RoutingContext ctx, Outcome outcome, String sentence) {
    return Problem.of(outcome, problems.detail(ctx.request(), sentence)).withStatus(CONFLICT);
  }
}
