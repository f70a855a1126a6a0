package seckill.gateway;

import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Addresses;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.QueueAnswer;
import seckill.contract.QueueVisit;
import seckill.gateway.gate.GateMeters;
import seckill.gateway.gate.Visit;
import seckill.gateway.room.QueueDesk;

/** {@code /api/items/{itemId}/queue}: joining the waiting room, asking for the place, leaving. */
final class QueueHandlers {
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final long MILLIS_PER_SECOND = 1000;
  private static final Set<String> FIELDS = Set.of(QueueVisit.CLICKED_AT);

  private final QueueDesk desk;
  private final BusClient bus;
  private final SoldOutBoard board;
  private final GateMeters.Layer meters;
  private final EndedItems ended;

  /**
   * @param meters counts the answers
   */
  QueueHandlers(
      QueueDesk desk,
      BusClient bus,
      SoldOutBoard board,
      GateMeters.Layer meters,
      EndedItems ended) {
    this.desk = desk;
    this.bus = bus;
    this.board = board;
    this.meters = meters;
    this.ended = ended;
  }

  /** {@code POST}. */
  void join(RoutingContext ctx) {
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, FIELDS);
    Visit visit = GateHandler.visitOf(ctx);
    desk.join(visit.itemId(), new QueueVisit(userOf(visit), QueueVisit.clickedAt(body)))
        .onComplete(done -> answer(ctx, visit.itemId(), done));
  }

  /** {@code GET}. */
  void look(RoutingContext ctx) {
    Visit visit = GateHandler.visitOf(ctx);
    desk.look(visit.itemId(), new QueueVisit(userOf(visit), 0))
        .onComplete(done -> answer(ctx, visit.itemId(), done));
  }

  /** {@code DELETE}: who has no place has none afterwards, either. */
  void leave(RoutingContext ctx) {
    Visit visit = GateHandler.visitOf(ctx);
    bus.request(
            Addresses.QUEUE_LEAVE,
            new JsonObject()
                .put("itemId", Long.toString(visit.itemId()))
                .put("userId", userOf(visit)))
        .onSuccess(
            left ->
                ctx.response()
                    .setStatusCode(NO_CONTENT)
                    .putHeader(HttpHeaders.CACHE_CONTROL, Answers.PRIVATE)
                    .end())
        .onFailure(ctx::fail);
  }

  private static String userOf(Visit visit) {
    return visit.caller().userId();
  }

  private void answer(RoutingContext ctx, long itemId, AsyncResult<QueueAnswer> done) {
    if (done.failed()) {
      meters.count(Failures.problemOf(done.cause()).outcome().name());
      ctx.fail(done.cause());
    } else if (done.result() instanceof QueueAnswer.Refused refused) {
      ended
          .unhide(itemId, refused.outcome())
          .onSuccess(
              outcome ->
                  refuse(
                      ctx,
                      itemId,
                      new QueueAnswer.Refused(
                          outcome, refused.orderId(), refused.opensAtMillis())));
    } else {
      board.clear(itemId);
      tell(ctx, done.result());
    }
  }

  private void refuse(RoutingContext ctx, long itemId, QueueAnswer.Refused refused) {
    meters.count(refused.outcome().name());
    if (refused.outcome() == Outcome.SOLD_OUT) {
      board.learn(itemId, PurchaseResult.of(Outcome.SOLD_OUT));
    }
    ctx.fail(new ProblemException(problem(refused)));
  }

  private void tell(RoutingContext ctx, QueueAnswer answer) {
    JsonObject json = answer.toJson();
    meters.count(json.getString("state"));
    if (ctx.response().closed()) {
      return;
    }
    long seconds = (json.getLong("pollAfterMillis") + MILLIS_PER_SECOND - 1) / MILLIS_PER_SECOND;
    ctx.response().putHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    Answers.json(ctx.response(), OK, Answers.PRIVATE, json);
  }

  private static Problem problem(QueueAnswer.Refused refused) {
    Outcome outcome = refused.outcome();
    return new Problem(
        outcome,
        outcome.httpStatus(),
        outcome == Outcome.CONFLICT
            ? "This item has no waiting room; it is bought directly."
            : null,
        outcome.retryable(),
        refused.orderId(),
        refused.opensAtMillis(),
        0);
  }
}
