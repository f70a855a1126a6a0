package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * How long challenges and passes hold, and how often a challenge may be tried; all in milliseconds
 * but the tries.
 *
 * @param tries answers, right or wrong, that one challenge takes
 * @param validMillis how long a challenge can be answered
 * @param minAnswerMillis an answer that comes sooner is no human's
 * @param againMillis how long after a challenge the same user may ask for another
 * @param pauseMillis how long a user who has used up all tries waits for another
 * @param passMillis how long a pass can be shown
 * @param opensBeforeMillis how long before the start of the sale challenges are given
 */
public record ChallengeRules(
    int tries,
    long validMillis,
    long minAnswerMillis,
    long againMillis,
    long pauseMillis,
    long passMillis,
    long opensBeforeMillis) {

  /** The longest time that a rule may name: a day. */
  public static final long MAX_MILLIS = 86_400_000;

  private static final int MAX_TRIES = 100;
  private static final Set<String> FIELDS =
      Set.of(
          "tries",
          "validMillis",
          "minAnswerMillis",
          "againMillis",
          "pauseMillis",
          "passMillis",
          "opensBeforeMillis");

  /** Refuses what no challenge could be kept by, with BAD_REQUEST. */
  public ChallengeRules {
    require("tries", tries, 1, MAX_TRIES);
    require("validMillis", validMillis, 1, MAX_MILLIS);
    require("minAnswerMillis", minAnswerMillis, 0, MAX_MILLIS);
    require("againMillis", againMillis, 0, MAX_MILLIS);
    require("pauseMillis", pauseMillis, 0, MAX_MILLIS);
    require("passMillis", passMillis, 1, MAX_MILLIS);
    require("opensBeforeMillis", opensBeforeMillis, 0, MAX_MILLIS);
  }

  private static void require(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw SeckillException.badRequest(field + " must be from " + min + " to " + max);
    }
  }

  /** The same rules with no more tries than this. */
  public ChallengeRules withAtMost(int otherTries) {
    return otherTries >= tries
        ? this
        : new ChallengeRules(
            otherTries,
            validMillis,
            minAnswerMillis,
            againMillis,
            pauseMillis,
            passMillis,
            opensBeforeMillis);
  }

  /**
   * Reads the JSON form, in which no field may be missing.
   *
   * @throws SeckillException BAD_REQUEST, naming the field
   */
  public static ChallengeRules fromJson(JsonObject json) {
    Json.requireOnly(json, FIELDS);
    // A tries of 2^32 + 1 must not become 1.
    return new ChallengeRules(
        (int) Math.min(Integer.MAX_VALUE, Math.max(0, Json.integer(json, "tries", 0))),
        Json.integer(json, "validMillis", 0),
        Json.integer(json, "minAnswerMillis", -1),
        Json.integer(json, "againMillis", -1),
        Json.integer(json, "pauseMillis", -1),
        Json.integer(json, "passMillis", 0),
        Json.integer(json, "opensBeforeMillis", -1));
  }

  /** The JSON form. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("tries", tries)
        .put("validMillis", validMillis)
        .put("minAnswerMillis", minAnswerMillis)
        .put("againMillis", againMillis)
        .put("pauseMillis", pauseMillis)
        .put("passMillis", passMillis)
        .put("opensBeforeMillis", opensBeforeMillis);
  }
}
