package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.ChallengeRules;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;

class ChallengeAskIT extends ChallengeCase {
  @Test
  @DisplayName(
      "one challenge lives per user and item: another one voids the first, keeps used tries")
  void oneLives() {
    String first = given("u1", "42");
    answer("u1", first, "0");
    String second = given("u1", "43");
    assertThat(answer("u1", first, "42")).isEqualTo(refused("UNKNOWN"));
    assertThat(answer("u1", second, "0")).isEqualTo(refused("WRONG"));
    assertThat(answer("u1", second, "0")).isEqualTo(refused("WRONG"));
    assertThat(answer("u1", second, "43")).isEqualTo(refused("USED_UP"));
  }

  @Test
  @DisplayName("who asks again too soon is told how long to wait, and keeps the challenge")
  void askedTooOften() {
    ChallengeRules seldom = new ChallengeRules(3, 2 * MINUTE, 0, MINUTE, MINUTE, MINUTE, 0);
    String id = keep(ITEM, "u1", seldom, "42").getString("challengeId");
    JsonObject refusal = keep(ITEM, "u1", seldom, "43");
    assertThat(refusal.getString("code")).isEqualTo("RATE_LIMITED");
    assertThat(refusal.getLong("waitMillis")).isBetween(1L, MINUTE);
    assertThat(keep(ITEM, "u2", seldom, "44").containsKey("challengeId")).isTrue();
    assertThat(answer("u1", id, "42").containsKey("pass")).isTrue();
  }

  @Test
  @DisplayName("no challenge is given before the start, but for the time that the rules allow")
  void beforeTheStart() {
    Instant start = Instant.ofEpochMilli(Instant.now().plusSeconds(600).toEpochMilli());
    ItemSpec today = Till.item(1003, 10);
    till.create(
        new ItemSpec(
            1003,
            today.sku(),
            today.name(),
            today.priceCents(),
            10,
            start,
            start.plusSeconds(3600)));
    till.preheat(1003);
    JsonObject refusal = keep(1003, "u1", RULES, "42");
    assertThat(refusal.getString("code")).isEqualTo("NOT_STARTED");
    assertThat(refusal.getString("startAt")).isEqualTo(start.toString());
    assertThat(refusal.getLong("waitMillis")).isBetween(1L, 600_000L);
    assertThat(redis.number("EXISTS", RedisKeys.challenge(1003, "u1"))).isZero();
    ChallengeRules early = new ChallengeRules(3, MINUTE, 0, 0, 0, MINUTE, 660_000);
    assertThat(keep(1003, "u1", early, "42").containsKey("challengeId")).isTrue();
  }

  @Test
  @DisplayName("no challenge is given after the end, or for an item that nobody sells")
  void afterTheEnd() {
    redis.command("HSET", RedisKeys.of(ITEM).item(), RedisKeys.ITEM_END_AT, "1");
    assertThat(keep(ITEM, "u1", RULES, "42")).isEqualTo(new JsonObject().put("code", "ENDED"));
    assertThat(keep(404, "u1", RULES, "42")).isEqualTo(new JsonObject().put("code", "NOT_FOUND"));
    assertThat(redis.number("EXISTS", RedisKeys.challenge(404, "u1"))).isZero();
  }

  @Test
  @DisplayName("a challenge and its answer cost one command each, and no search")
  void costsOneCommandEach() {
    answer("u0", given("u0", "42"), "42");
    redis.command("CONFIG", "RESETSTAT");
    String id = given("u1", "42");
    assertThat(calls("evalsha")).isEqualTo(1);
    answer("u1", id, "42");
    assertThat(calls("evalsha")).isEqualTo(2);
    assertThat(calls("eval") + calls("keys") + calls("scan")).isZero();
  }

  private long calls(String command) {
    for (String line : redis.command("INFO", "commandstats").toString().split("\r\n")) {
      if (line.startsWith("cmdstat_" + command + ":calls=")) {
        return Long.parseLong(line.replaceFirst("^.*?calls=(\\d+).*$", "$1"));
      }
    }
    return 0;
  }

  @Test
  @DisplayName("an unsound request is refused by the name of its field, and keeps nothing")
  void unsoundRequests() {
    JsonObject sound = forUser(ITEM, "u1", RULES).put("answers", new JsonArray().add("42"));
    for (JsonObject unsound :
        List.of(
            sound.copy().put("answers", new JsonArray()),
            sound.copy().put("answers", "42"),
            sound.copy().put("answers", new JsonArray().add(42)),
            sound.copy().put("answers", new JsonArray().add("4\n2")),
            sound.copy().put("userId", ""),
            sound.copy().put("itemId", 1001),
            sound.copy().put("rules", RULES.toJson().put("tries", 0)),
            sound.copy().put("rules", RULES.toJson().put("tries", (1L << 32) + 1)),
            sound.copy().put("rules", RULES.toJson().put("validMillis", -1)),
            sound.copy().put("rules", RULES.toJson().put("passMillis", 1L << 60)),
            sound.copy().put("rules", new JsonObject()))) {
      assertThat(Till.failure(till.send(Addresses.CHALLENGE_KEEP, unsound)))
          .as(unsound.encode())
          .isEqualTo(Outcome.BAD_REQUEST);
    }
    assertThat(redis.number("EXISTS", RedisKeys.challenge(ITEM, "u1"))).isZero();
  }
}
