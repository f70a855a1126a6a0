package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.ChallengeRules;
import seckill.contract.RedisKeys;
import seckill.testkit.TestVertx;

class ChallengeIT extends ChallengeCase {
  @Test
  @DisplayName("the right answer is worth one pass for this user and item, with an end")
  void rightAnswer() {
    JsonObject kept = keep(ITEM, "u1", RULES, "42");
    assertThat(kept.fieldNames())
        .containsExactlyInAnyOrder("challengeId", "notBefore", "expiresAt");
    JsonObject passed = answer("u1", kept.getString("challengeId"), "42");

    long end = Instant.parse(passed.getString("expiresAt")).toEpochMilli();
    assertThat(passOf("u1")).isEqualTo(passed.getString("pass") + "|" + end);
    assertThat(passed.getString("pass")).hasSizeGreaterThanOrEqualTo(22);
    assertThat(redis.number("EXISTS", RedisKeys.DEFAULT.challenge(ITEM, "u1"))).isZero();
    assertThat(redis.number("PTTL", RedisKeys.DEFAULT.of(ITEM).passes())).isBetween(1L, MINUTE);
    assertThat(answer("u1", kept.getString("challengeId"), "42")).isEqualTo(refused("UNKNOWN"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Blue Whale", " blue whale ", "BLUE　WHALE", "ｂｌｕｅ　ｗｈａｌｅ"})
  @DisplayName("case, width and the spaces around do not make an answer wrong")
  void spellings(String spelling) {
    assertThat(answer("u1", given("u1", "blue whale"), spelling).containsKey("pass")).isTrue();
  }

  @Test
  @DisplayName("one of several right answers is enough, and a part of one is not")
  void severalAnswers() {
    String id = keep(ITEM, "u1", RULES, "eight", "8").getString("challengeId");
    assertThat(answer("u1", id, "eigh")).isEqualTo(refused("WRONG"));
    assertThat(answer("u1", id, "8").containsKey("pass")).isTrue();
  }

  @Test
  @DisplayName("wrong answers count down; after the last one the right one comes too late")
  void usedUpTries() {
    String id = given("u1", "42");
    for (int i = 0; i < 3; i++) {
      assertThat(answer("u1", id, "41")).isEqualTo(refused("WRONG"));
    }
    assertThat(answer("u1", id, "42")).isEqualTo(refused("USED_UP"));
    assertThat(passOf("u1")).isNull();
  }

  @Test
  @DisplayName("who has used up all tries waits for another challenge")
  void pauseAfterLastTry() {
    String id = given("u1", "42");
    for (int i = 0; i < 3; i++) {
      answer("u1", id, "41");
    }
    JsonObject refusal = keep(ITEM, "u1", RULES, "7");
    assertThat(refusal.getString("code")).isEqualTo("RATE_LIMITED");
    assertThat(refusal.getLong("waitMillis")).isBetween(1L, MINUTE);
    redis.command("HSET", RedisKeys.DEFAULT.challenge(ITEM, "u1"), "again_at", "0");
    assertThat(keep(ITEM, "u1", RULES, "7").containsKey("challengeId")).isTrue();
    assertThat(redis.command("HGET", RedisKeys.DEFAULT.challenge(ITEM, "u1"), "tries").toString())
        .isEqualTo("3");
  }

  @Test
  @DisplayName("an answer that no human gives so soon is refused though it is right, and counts")
  void tooFast() {
    ChallengeRules slow = new ChallengeRules(2, 2 * MINUTE, MINUTE, 0, MINUTE, MINUTE, 0);
    String id = keep(ITEM, "u1", slow, "42").getString("challengeId");
    assertThat(answer("u1", id, "42")).isEqualTo(refused("TOO_FAST"));
    assertThat(answer("u1", id, "41")).isEqualTo(refused("TOO_FAST"));
    redis.command("HSET", RedisKeys.DEFAULT.challenge(ITEM, "u1"), "not_before", "0");
    assertThat(answer("u1", id, "42")).isEqualTo(refused("USED_UP"));
  }

  @Test
  @DisplayName("right answers in parallel over two tills are worth one pass")
  void parallelAnswers() {
    for (int round = 0; round < 20; round++) {
      String user = "u" + round;
      String id = given(user, "42");
      List<Future<JsonObject>> sent = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        sent.add(send(ITEM, user, id, "42"));
      }
      List<JsonObject> replies = TestVertx.await(Future.all(sent)).list();
      assertThat(replies).filteredOn(reply -> reply.containsKey("pass")).hasSize(1);
      assertThat(replies).filteredOn(refused("UNKNOWN")::equals).hasSize(9);
    }
  }

  @Test
  @DisplayName("a challenge is answered by its user, for its item, by its id, and nobody else pays")
  void boundToUserAndItem() {
    till.sell(1002, 10);
    String id = given("u1", "42");
    String other = given("u2", "43");
    assertThat(answer("u2", id, "42")).isEqualTo(refused("UNKNOWN"));
    assertThat(answer("u1", other, "42")).isEqualTo(refused("UNKNOWN"));
    assertThat(answer("u3", id, "42")).isEqualTo(refused("UNKNOWN"));
    assertThat(TestVertx.await(send(1002, "u1", id, "42"))).isEqualTo(refused("UNKNOWN"));
    assertThat(redis.command("HGET", RedisKeys.DEFAULT.challenge(ITEM, "u1"), "tries").toString())
        .isEqualTo("3");
    assertThat(redis.number("EXISTS", RedisKeys.DEFAULT.of(ITEM).passes())).isZero();
    assertThat(redis.number("EXISTS", RedisKeys.DEFAULT.of(1002).passes())).isZero();
    assertThat(answer("u1", id, "42").containsKey("pass")).isTrue();
  }

  @Test
  @DisplayName("an expired challenge cannot be answered, and leaves nothing behind")
  void expired() {
    String id = given("u1", "42");
    String key = RedisKeys.DEFAULT.challenge(ITEM, "u1");
    assertThat(redis.number("PTTL", key)).isBetween(1L, 2 * MINUTE);
    redis.command("PEXPIRE", key, "1");
    await().until(() -> redis.number("EXISTS", key) == 0);
    assertThat(answer("u1", id, "42")).isEqualTo(refused("UNKNOWN"));
    assertThat(redis.number("EXISTS", key)).isZero();
  }

  @Test
  @DisplayName("one pass stands per user, and passes that run out are swept while others are given")
  void passesAreBounded() {
    String passes = RedisKeys.DEFAULT.of(ITEM).passes();
    for (int i = 0; i < 2000; i++) {
      redis.command("HSET", passes, "old" + i, "aaaaaaaaaaaaaaaaaaaaaaaa|1");
    }
    int given = 0;
    while (redis.number("HLEN", passes) > given % 50 + 50 && given < 2000) {
      String user = "u" + given++ % 50;
      answer(user, given(user, "42"), "42");
    }
    assertThat(given).isLessThan(1000);
    assertThat(redis.number("HLEN", passes)).isLessThan(101);
    assertThat(redis.number("PTTL", passes)).isBetween(1L, MINUTE);
  }
}
