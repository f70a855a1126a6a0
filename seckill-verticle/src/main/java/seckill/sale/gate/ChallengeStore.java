package seckill.sale.gate;

import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.ChallengeRules;
import seckill.contract.ItemKeys;
import seckill.runtime.RedisLink;

/** Keeps challenges and passes in Redis; belongs to one event loop. */
final class ChallengeStore {
  private static final String SEARCH_START = "0";

  private final RedisLink redis;
  private final int sweepStep;
  private final Map<Long, String> cursors;

  /** What the scripts answer: a word and two numbers, see there. */
  record Answer(String word, long first, long second) {}

  /**
   * @param sweepStep passes that are looked at for expired ones whenever a pass is given
   * @param maxItems items whose search for expired passes is remembered
   */
  ChallengeStore(RedisLink redis, int sweepStep, int maxItems) {
    this.redis = redis;
    this.sweepStep = sweepStep;
    this.cursors =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > maxItems;
          }
        };
  }

  /**
   * Keeps a challenge.
   *
   * @param answers the right ones
   */
  Future<Answer> keep(
      long itemId, String userId, String challengeId, List<String> answers, ChallengeRules rules) {
    return redis
        .eval(
            ChallengeScript.KEEP.lua(),
            List.of(redis.keys().of(itemId).item(), redis.keys().challenge(itemId, userId)),
            List.of(
                challengeId,
                String.join("\n", answers),
                Integer.toString(rules.tries()),
                Long.toString(rules.validMillis()),
                Long.toString(rules.minAnswerMillis()),
                Long.toString(rules.againMillis()),
                Long.toString(rules.opensBeforeMillis())))
        .map(
            reply ->
                new Answer(reply.get(0).toString(), reply.get(1).toLong(), reply.get(2).toLong()));
  }

  /**
   * Tries an answer.
   *
   * @param pass that the right one is worth
   */
  Future<Answer> answer(
      long itemId,
      String userId,
      String challengeId,
      String answer,
      String pass,
      ChallengeRules rules) {
    ItemKeys keys = redis.keys().of(itemId);
    return redis
        .eval(
            ChallengeScript.ANSWER.lua(),
            List.of(redis.keys().challenge(itemId, userId), keys.passes()),
            List.of(
                challengeId,
                answer,
                userId,
                pass,
                Long.toString(rules.passMillis()),
                Long.toString(rules.pauseMillis()),
                cursors.getOrDefault(itemId, SEARCH_START),
                Integer.toString(sweepStep)))
        .map(reply -> answer(itemId, reply));
  }

  private Answer answer(long itemId, Response reply) {
    String cursor = reply.get(2).toString();
    if (cursor.equals(SEARCH_START)) {
      cursors.remove(itemId);
    } else {
      cursors.put(itemId, cursor);
    }
    return new Answer(reply.get(0).toString(), reply.get(1).toLong(), 0);
  }
}
