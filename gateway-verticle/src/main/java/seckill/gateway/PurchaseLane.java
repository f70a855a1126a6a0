package seckill.gateway;

import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.contract.Idempotency;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt.Challenge;
import seckill.contract.PurchaseResult;
import seckill.gateway.gate.Gate;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.GateMeters;
import seckill.gateway.gate.Refusals;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/**
 * {@code POST /api/items/{itemId}/purchases}: leads purchases through their gate and answers them.
 * Does without the router's context, which would cost as much as the rest.
 */
final class PurchaseLane implements Handler<Visit>, Refusals {
  private static final CharSequence IDEMPOTENCY_KEY =
      HttpHeaders.createOptimized("Idempotency-Key");

  private final Gate gate;
  private final JsonBody body;
  private final PurchaseDesk desk;
  private final Failures failures;
  private final ProblemWriter problems;
  private final PurchaseMeters meters;
  private final EndedItems ended;
  private final Handler<Visit> admitted = this::read;

  /** What the lane is made of, besides its layers. */
  record Parts(
      JsonBody body,
      PurchaseDesk desk,
      Failures failures,
      ProblemWriter problems,
      PurchaseMeters meters,
      EndedItems ended) {}

  PurchaseLane(List<GateLayer> layers, GateMeters gateMeters, Parts parts) {
    this.gate = new Gate(layers, gateMeters, this);
    this.body = parts.body();
    this.desk = parts.desk();
    this.failures = parts.failures();
    this.problems = parts.problems();
    this.meters = parts.meters();
    this.ended = parts.ended();
  }

  /** Takes a visit that is {@link Visit#about} an item. */
  @Override
  public void handle(Visit visit) {
    gate.run(visit, admitted);
  }

  @Override
  public void refused(Visit visit, Verdict verdict) {
    meters.refused(verdict.outcome());
    failures.refused(visit, verdict);
  }

  @Override
  public void failed(Visit visit, Throwable cause) {
    meters.refused(Failures.problemOf(cause).outcome());
    failures.failed(visit, cause);
  }

  private void read(Visit visit) {
    body.read(visit.request(), json -> purchase(visit, json), cause -> failed(visit, cause));
  }

  private void purchase(Visit visit, JsonObject json) {
    try {
      SameUser.requireInQuery(visit.request(), visit.caller());
      long begin = System.nanoTime();
      String reference = PurchaseForm.of(json, visit.caller()).reference();
      String fingerprint =
          Idempotency.fingerprint(
              OneHeader.of(visit.request(), IDEMPOTENCY_KEY, Outcome.BAD_REQUEST), reference);
      String orderId = desk.nextOrderId();
      visit.isSentAs(orderId);
      desk.purchase(
              orderId,
              visit.itemId(),
              visit.caller().userId(),
              fingerprint,
              reference,
              Challenge.of(visit.challengeRequired(), visit.pass()))
          .onComplete(done -> answer(visit, begin, done));
    } catch (RuntimeException e) {
      failed(visit, e);
    }
  }

  private void answer(Visit visit, long begin, AsyncResult<PurchaseResult> done) {
    if (done.failed()) {
      failed(visit, done.cause());
      return;
    }
    PurchaseResult result = done.result();
    if (EndedItems.mayHide(result.outcome())) {
      ended
          .unhide(visit.itemId(), result.outcome())
          .onSuccess(outcome -> tell(visit, begin, PurchaseResult.of(outcome)));
    } else {
      tell(visit, begin, result);
    }
  }

  private void tell(Visit visit, long begin, PurchaseResult result) {
    meters.answered(result.outcome(), System.nanoTime() - begin);
    HttpServerRequest request = visit.request();
    long itemId = visit.itemId();
    if (request.response().ended() || request.response().closed()) {
      return;
    }
    switch (result.outcome()) {
      case ACCEPTED -> accepted(request.response(), itemId, result);
      case PENDING -> pending(visit, result.orderId());
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

  /** Tells that the outcome of a purchase is not known yet. */
  void pending(Visit visit, String orderId) {
    HttpServerRequest request = visit.request();
    String where = "/api/items/" + visit.itemId() + "/purchases/mine";
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
            .put("orderId", orderId)
            .put("itemId", Long.toString(visit.itemId()))
            .put("status", Outcome.PENDING.name())
            .put("detail", problems.detail(request, Outcome.PENDING))
            .put("retryable", true)
            .put("result", where));
  }
}
