package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemIds;
import seckill.contract.Json;
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

  ChallengeHandlers(Challenges challenges) {
    this.challenges = challenges;
  }

  /** {@code GET}. */
  void ask(RoutingContext ctx) {
    tell(
        ctx,
        challenges.ask(
            ItemIds.parse(ctx.pathParam("itemId")),
            GateHandler.callerOf(ctx).userId(),
            ProblemWriter.wantsChinese(ctx.request())));
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

  private static void tell(RoutingContext ctx, Future<JsonObject> body) {
    body.onSuccess(json -> Answers.json(ctx.response(), 200, Answers.PRIVATE, json))
        .onFailure(failure -> ctx.fail(told(failure)));
  }

  private static Throwable told(Throwable failure) {
    if (!(failure instanceof ChallengeRefusal refusal)) {
      return failure;
    }
    int status = refusal.outcome().httpStatus();
    boolean retryable = refusal.outcome().retryable();
    return new ProblemException(
        new Problem(
            refusal.outcome(),
            status,
            null,
            retryable,
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
