package seckill.gateway.challenge;

import io.vertx.core.json.JsonObject;
import seckill.contract.ChallengeRules;

/**
 * How buyers are challenged; names, ranges and defaults are in {@code challenge.schema.json}.
 *
 * @param enabled whether buyers are asked other than by the gate of an item
 * @param kind what a challenge is
 * @param quizFile the operator's questions, empty if none
 * @param abovePerSecond purchases of an item per second above which buyers are asked, 0 for never
 * @param itemRefreshMillis how often the item list is read for what items say about challenges
 * @param watchedItems items whose purchases are counted
 * @param rules how long challenges hold and how often they may be tried
 * @param pool pictures drawn in advance
 * @param maxUnderWay challenges and answers under way per event loop
 * @param closedMillis how long it is remembered that an item gives no challenges
 */
public record ChallengeSettings(
    boolean enabled,
    ChallengeKind kind,
    String quizFile,
    int abovePerSecond,
    long itemRefreshMillis,
    int watchedItems,
    ChallengeRules rules,
    int pool,
    int maxUnderWay,
    long closedMillis) {
  /** The section of the settings. */
  public static final String SECTION = "challenge";

  /** Reads the section. */
  public static ChallengeSettings of(JsonObject section) {
    return new ChallengeSettings(
        section.getBoolean("enabled"),
        ChallengeKind.valueOf(section.getString("kind")),
        section.getString("quizFile"),
        section.getInteger("abovePerSecond"),
        section.getLong("itemRefreshMillis"),
        section.getInteger("watchedItems"),
        new ChallengeRules(
            section.getInteger("maxTries"),
            section.getLong("validMillis"),
            section.getLong("minAnswerMillis"),
            section.getLong("againMillis"),
            section.getLong("pauseMillis"),
            section.getLong("passMillis"),
            section.getLong("opensBeforeMillis")),
        section.getInteger("pool"),
        section.getInteger("maxUnderWay"),
        section.getLong("closedMillis"));
  }
}
