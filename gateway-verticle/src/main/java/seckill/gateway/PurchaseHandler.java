package seckill.gateway;

import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import seckill.contract.Idempotency;
import seckill.contract.ItemIds;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;

/** {@code POST /api/items/{itemId}/purchases}: tries to buy one unit. */
final class PurchaseHandler implements Handler<RoutingContext> {
  private static final CharSequence IDEMPOTENCY_KEY =
      HttpHeaders.createOptimized("Idempotency-Key");

  private final PurchaseDesk desk;
  private final ProblemWriter problems;
  private final PurchaseMeters meters;

  PurchaseHandler(PurchaseDesk desk, ProblemWriter problems, PurchaseMeters meters) {
    this.desk = desk;
    this.problems = problems;
    this.meters = meters;
  }

  @Override
  public void handle(RoutingContext ctx) {
    long begin = System.nanoTime();
    Caller caller = Caller.of(ctx);
    long itemId = ItemIds.parse(ctx.pathParam("itemId"));
    String reference = PurchaseForm.of(JsonBodyHandler.of(ctx), caller).reference();
    String fingerprint =
        Idempotency.fingerprint(ctx.request().getHeader(IDEMPOTENCY_KEY), reference);
    desk.purchase(itemId, caller.userId(), fingerprint, reference)
        .onComplete(done -> answer(ctx, itemId, begin, done));
  }

  private void answer(
      RoutingContext ctx, long itemId, long begin, AsyncResult<PurchaseResult> done) {
    if (done.failed()) {
      ctx.fail(done.cause());
      return;
    }
    PurchaseResult result = done.result();
    meters.answered(result.outcome(), System.nanoTime() - begin);
    HttpServerRequest request = ctx.request();
    if (request.response().closed()) {
      return;
    }
    switch (result.outcome()) {
      case ACCEPTED -> accepted(request.response(), itemId, result);
      case PENDING -> pending(request, itemId, result);
      default -> problems.write(request, Problem.of(result));
    }
  }

  // Order ids and item ids need no escaping, so the hottest "yes" is put together by hand.
  private static void accepted(HttpServerResponse response, long itemId, PurchaseResult result) {
    String body =
        "{\"code\":\"ACCEPTED\",\"orderId\":\""
            + result.orderId()
            + "\",\"itemId\":\""
            + itemId
            + "\",\"status\":\"QUEUED\",\"replayed\":"
            + result.replayed()
            + "}";
    response.putHeader(
        HttpHeaders.LOCATION, "/api/orders/" + result.orderId() + "?itemId=" + itemId);
    Answers.json(response, Outcome.ACCEPTED.httpStatus(), Answers.PRIVATE, Buffer.buffer(body));
  }

  private void pending(HttpServerRequest request, long itemId, PurchaseResult result) {
    String where = "/api/items/" + itemId + "/purchases/mine";
    request
        .response()
        .putHeader(HttpHeaders.LOCATION, where)
        .putHeader(HttpHeaders.RETRY_AFTER, problems.retryAfter());
    Answers.json(
        request.response(),
        Outcome.PENDING.httpStatus(),
        Answers.PRIVATE,
        new JsonObject()
            .put("code", Outcome.PENDING.name())
            .put("orderId", result.orderId())
            .put("itemId", Long.toString(itemId))
            .put("status", Outcome.PENDING.name())
            .put("detail", problems.detail(request, Outcome.PENDING))
            .put("retryable", true)
            .put("result", where));
  }
}
