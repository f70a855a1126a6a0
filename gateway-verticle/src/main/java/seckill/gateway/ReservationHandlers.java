package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Set;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.Outcome;

/** {@code /api/items/{itemId}/reservation}: callers register for an item, by themselves alone. */
final class ReservationHandlers {
  private static final int OK = 200;
  private static final String NOT_OPEN_YET = "Registration has not opened yet.";
  private static final String CLOSED = "Registration is closed.";

  private final BusClient bus;

  ReservationHandlers(BusClient bus) {
    this.bus = bus;
  }

  /** Sends what the caller wants to an address of the till. */
  Handler<RoutingContext> at(String address) {
    return ctx -> {
      String itemId = Long.toString(ItemIds.parse(ctx.pathParam("itemId")));
      Json.requireOnly(JsonBodyHandler.of(ctx), Set.of());
      JsonObject request =
          new JsonObject().put("itemId", itemId).put("userId", GateHandler.callerOf(ctx).userId());
      bus.request(address, request)
          .map(ReservationHandlers::requireDone)
          .onSuccess(reply -> Answers.json(ctx.response(), OK, Answers.PRIVATE, reply))
          .onFailure(ctx::fail);
    };
  }

  private static JsonObject requireDone(JsonObject reply) {
    String code = reply.getString("code");
    if (code == null) {
      return reply;
    }
    Outcome outcome = Outcome.valueOf(code);
    Instant startAt = reply.getInstant("startAt");
    throw new ProblemException(
        new Problem(
            outcome,
            outcome.httpStatus(),
            outcome == Outcome.NOT_STARTED ? NOT_OPEN_YET : CLOSED,
            outcome.retryable(),
            null,
            startAt == null ? 0 : startAt.toEpochMilli(),
            0));
  }
}
