package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.Addresses;
import seckill.contract.ChallengeAnswers;
import seckill.contract.ChallengeRules;
import seckill.contract.ItemIds;
import seckill.contract.Json;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.contract.UserIds;
import seckill.runtime.RedisLink;
import seckill.sale.BusDoor;
import seckill.sale.Requests;

/**
 * Keeps the challenges that gateways ask buyers to solve, and gives a pass for a right answer.
 *
 * <p>A reply never says what would have been right. {@code reason} is for the gateway's counters:
 * it does not reach the buyer.
 */
public final class ChallengeDesk {
  private static final int MAX_ANSWERS = 16;

  private final ChallengeStore store;
  private final OneTimeIds ids = new OneTimeIds();

  /**
   * @param sweepStep passes that are looked at for expired ones whenever a pass is given
   * @param maxItems items whose search for expired passes is remembered
   */
  public ChallengeDesk(RedisLink redis, int sweepStep, int maxItems) {
    this.store = new ChallengeStore(redis, sweepStep, maxItems);
  }

  /** Takes requests from now on. */
  public void openAt(BusDoor door) {
    door.serve(Addresses.CHALLENGE_KEEP, body -> keep(Requests.json(body)));
    door.serve(Addresses.CHALLENGE_ANSWER, body -> answer(Requests.json(body)));
  }

  private Future<JsonObject> keep(JsonObject json) {
    String id = ids.next();
    return store
        .keep(itemId(json), userId(json), id, answers(json), rules(json))
        .map(kept -> told(id, kept));
  }

  private static JsonObject told(String id, ChallengeStore.Answer kept) {
    return switch (kept.word()) {
      case "KEPT" ->
          new JsonObject()
              .put("challengeId", id)
              .put("notBefore", time(kept.first()))
              .put("expiresAt", time(kept.second()));
      case "WAIT" -> refusal(Outcome.RATE_LIMITED).put("waitMillis", kept.first());
      case "NOT_STARTED" ->
          refusal(Outcome.NOT_STARTED)
              .put("startAt", time(kept.first()))
              .put("waitMillis", kept.second());
      case "ENDED" -> refusal(Outcome.ENDED);
      default -> refusal(Outcome.NOT_FOUND);
    };
  }

  private Future<JsonObject> answer(JsonObject json) {
    String challengeId = Json.text(json, "challengeId");
    if (challengeId == null) {
      throw SeckillException.badRequest("challengeId is missing");
    }
    String answer = ChallengeAnswers.normal(Json.text(json, "answer"));
    String pass = ids.next();
    return store
        .answer(itemId(json), userId(json), challengeId, answer, pass, rules(json))
        .map(
            tried ->
                tried.word().equals("PASSED")
                    ? new JsonObject().put("pass", pass).put("expiresAt", time(tried.first()))
                    : refusal(outcome(tried.word())).put("reason", tried.word()));
  }

  // Too fast an answer is told like a wrong one: what a robot is known by is not for robots.
  private static Outcome outcome(String word) {
    return switch (word) {
      case "WRONG", "TOO_FAST" -> Outcome.CHALLENGE_WRONG;
      case "USED_UP" -> Outcome.CHALLENGE_USED_UP;
      default -> Outcome.CHALLENGE_EXPIRED;
    };
  }

  private static JsonObject refusal(Outcome outcome) {
    return new JsonObject().put("code", outcome.name());
  }

  private static String time(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).toString();
  }

  private static long itemId(JsonObject json) {
    return ItemIds.parse(json.getValue("itemId"));
  }

  private static String userId(JsonObject json) {
    return UserIds.require(Json.text(json, "userId"));
  }

  private static ChallengeRules rules(JsonObject json) {
    return ChallengeRules.fromJson(Requests.json(json.getValue("rules")));
  }

  private static List<String> answers(JsonObject json) {
    if (!(json.getValue("answers") instanceof JsonArray array)
        || array.isEmpty()
        || array.size() > MAX_ANSWERS) {
      throw SeckillException.badRequest("answers must be a list of 1 to " + MAX_ANSWERS);
    }
    List<String> answers = new ArrayList<>(array.size());
    for (Object answer : array) {
      answers.add(ChallengeAnswers.normal(answer instanceof String text ? text : null));
    }
    return answers;
  }
}
