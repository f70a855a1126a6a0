package seckill.sale;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ChallengeRules;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A till on real stores, and what gateways ask it about challenges. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
abstract class ChallengeCase {
  static final long ITEM = 1001;
  static final long MINUTE = 60_000;
  static final ChallengeRules RULES = new ChallengeRules(3, 2 * MINUTE, 0, 0, MINUTE, MINUTE, 0);

  TestRedis redis;
  Till till;

  @BeforeEach
  final void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    till = Till.two(redis, mysql);
    till.sell(ITEM, 10);
  }

  @AfterEach
  final void close() {
    till.close();
  }

  static JsonObject forUser(long itemId, String user, ChallengeRules rules) {
    return Till.forItem(itemId).put("userId", user).put("rules", rules.toJson());
  }

  JsonObject keep(long itemId, String user, ChallengeRules rules, String... answers) {
    return till.ask(
        Addresses.CHALLENGE_KEEP,
        forUser(itemId, user, rules).put("answers", new JsonArray(List.of(answers))));
  }

  String given(String user, String answer) {
    return keep(ITEM, user, RULES, answer).getString("challengeId");
  }

  Future<JsonObject> send(long itemId, String user, String challengeId, String answer) {
    return till.send(
        Addresses.CHALLENGE_ANSWER,
        forUser(itemId, user, RULES).put("challengeId", challengeId).put("answer", answer));
  }

  JsonObject answer(String user, String challengeId, String answer) {
    return TestVertx.await(send(ITEM, user, challengeId, answer));
  }

  static JsonObject refused(String reason) {
    String code =
        switch (reason) {
          case "UNKNOWN" -> "CHALLENGE_EXPIRED";
          case "USED_UP" -> "CHALLENGE_USED_UP";
          default -> "CHALLENGE_WRONG";
        };
    return new JsonObject().put("code", code).put("reason", reason);
  }

  String passOf(String user) {
    Object pass = redis.command("HGET", RedisKeys.DEFAULT.of(ITEM).passes(), user);
    return pass == null ? null : pass.toString();
  }
}
