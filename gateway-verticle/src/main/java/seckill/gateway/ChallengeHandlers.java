package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.challenge.ChallengeRefusal;
import seckill.gateway.challenge.Challenges;
import seckill.gateway.gate.Visit;

/** {@code /api/items/{itemId}/challenge}: gives a challenge, and a pass for the right answer. */
final class ChallengeHandlers {
  private static final String CHALLENGE_ID = "challengeId";
  private static final String ANSWER = "answer";
  private static final Set<String> FIELDS = Set.of(CHALLENGE_ID, ANSWER, SameUser.USER_ID);

  private final Challenges challenges;
  private final EndedItems ended;

  ChallengeHandlers(Challenges challenges, EndedItems ended) {
    this.challenges = challenges;
    this.ended = ended;
  }

  /** {@code GET}. */
  void ask(RoutingContext ctx) {
    long itemId = ItemIds.parse(ctx.pathParam("itemId"));
    tell(
        ctx,
        itemId,
        challenges.ask(
            itemId, GateHandler.callerOf(ctx).userId(), ProblemWriter.wantsChinese(ctx.request())));
  }

  /** {@code POST}. */
  void answer(RoutingContext ctx) {
    long itemId = ItemIds.parse(ctx.pathParam("itemId"));
    Visit visit = GateHandler.visitOf(ctx);
    JsonObject body = JsonBodyHandler.of(ctx);
    Json.requireOnly(body, FIELDS);
    if (body.containsKey(SameUser.USER_ID)) {
      SameUser.require(visit.caller(), body.getValue(SameUser.USER_ID));
    }
    tell(
        ctx,
        itemId,
        challenges.answer(
            itemId, visit.caller().userId(), required(body, CHALLENGE_ID), required(body, ANSWER)));
  }

  private static String required(JsonObject body, String field) {
    String text = Json.text(body, field);
    if (text == null) {
      throw SeckillException.badRequest(field + " is missing");
    }
    return text;
  }

  private void tell(RoutingContext ctx, long itemId, Future<JsonObject> body) {
    body.onSuccess(json -> Answers.json(ctx.response(), 200, Answers.PRIVATE, json))
        .onFailure(failure -> refuse(ctx, itemId, failure));
  }

  private void refuse(RoutingContext ctx, long itemId, Throwable failure) {
    if (failure instanceof ChallengeRefusal refusal) {
      ended
          .unhide(itemId, refusal.outcome())
          .onSuccess(outcome -> ctx.fail(told(outcome, refusal)));
    } else {
      ctx.fail(failure);
    }
  }

  private static ProblemException told(Outcome outcome, ChallengeRefusal refusal) {
    return new ProblemException(
        new Problem(
            outcome,
            outcome.httpStatus(),
            null,
            outcome.retryable(),
            null,
            refusal.startAtMillis(),
            wholeSeconds(refusal.waitMillis())));
  }

  // Rounded up: whoever comes back then is not early.
  private static int wholeSeconds(long millis) {
    long second = TimeUnit.SECONDS.toMillis(1);
    return Math.toIntExact((millis + second - 1) / second);
  }
}
