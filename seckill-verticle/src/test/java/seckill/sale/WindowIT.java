package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class WindowIT {
  private static final long ITEM = 1001;

  private static JsonObject window(int limit, int windowMillis) {
    return new JsonObject()
        .put(
            "window",
            new JsonObject()
                .put("enabled", true)
                .put("limit", limit)
                .put("windowMillis", windowMillis));
  }

  private static List<PurchaseAttempt> attempts(String user, int count) {
    return IntStream.range(0, count).mapToObj(i -> Till.attempt(ITEM, user)).toList();
  }

  private static long count(List<PurchaseResult> results, Outcome outcome) {
    return results.stream().filter(result -> result.outcome() == outcome).count();
  }

  private static double gate(Till till, String outcome) {
    return till
        .meters
        .get("seckill.gate")
        .tags("layer", "window", "outcome", outcome)
        .counters()
        .stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  @Test
  @DisplayName("two tills with clocks ten seconds apart let ten through together, and later more")
  void clocksDiffer(TestRedis redis, TestMySql mysql) {
    Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(10));
    try (Till one = Till.open(redis, mysql, window(10, 3000));
        Till other = Till.open(redis, mysql, window(10, 3000), ahead)) {
      one.sell(ITEM, 100);
      List<PurchaseResult> results = new ArrayList<>();
      var here = one.sendBatch(ITEM, attempts("u1", 12));
      var there = other.sendBatch(ITEM, attempts("u1", 12));
      results.addAll(TestVertx.await(here));
      results.addAll(TestVertx.await(there));
      assertThat(count(results, Outcome.ACCEPTED)).isEqualTo(1);
      assertThat(count(results, Outcome.DUPLICATE)).isEqualTo(9);
      assertThat(count(results, Outcome.RATE_LIMITED)).isEqualTo(14);
      assertThat(gate(one, "PASSED") + gate(other, "PASSED")).isEqualTo(10);
      assertThat(gate(one, "RATE_LIMITED") + gate(other, "RATE_LIMITED")).isEqualTo(14);

      // While asking on and on: what is refused prolongs nothing.
      for (Till till : List.of(one, other)) {
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> till.buy(ITEM, "u1").outcome() == Outcome.DUPLICATE);
      }
    }
  }

  @Test
  @DisplayName("an attempt over the limit is RATE_LIMITED and never reaches the stock")
  void neverReachesTheStock(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, window(2, 60_000))) {
      till.sell(ITEM, 5);
      till.sell(1002, 5);
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
      List<PurchaseResult> results =
          till.buyAll(ITEM, List.of(Till.attempt(ITEM, "u1"), Till.attempt(ITEM, "u2")));
      assertThat(results.stream().map(PurchaseResult::outcome))
          .containsExactly(Outcome.RATE_LIMITED, Outcome.ACCEPTED);
      assertThat(redis.number("SISMEMBER", Till.keys(ITEM).users(), "u1")).isZero();
      till.assertBalanced(ITEM, 5);
    }
  }

  @Test
  @DisplayName("in a large mixed batch everybody gets their own answer")
  void mixedBatch(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, window(1, 60_000))) {
      till.sell(ITEM, 500);
      List<PurchaseAttempt> attempts = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        attempts.add(Till.attempt(ITEM, "u" + i));
        if (i % 3 == 0) {
          attempts.add(Till.attempt(ITEM, "u" + i));
        }
      }
      List<PurchaseResult> results = till.buyAll(ITEM, attempts);
      List<String> served = new ArrayList<>();
      for (int i = 0; i < attempts.size(); i++) {
        boolean first = !served.contains(attempts.get(i).userId());
        assertThat(results.get(i).outcome())
            .isEqualTo(first ? Outcome.ACCEPTED : Outcome.RATE_LIMITED);
        if (first) {
          assertThat(results.get(i).orderId()).isEqualTo(attempts.get(i).orderId());
          served.add(attempts.get(i).userId());
        }
      }
      till.assertBalanced(ITEM, 500);
    }
  }

  @Test
  @DisplayName("a limit of 0 lets no purchase pass")
  void zero(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, window(0, 1000))) {
      till.sell(ITEM, 5);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.RATE_LIMITED);
      till.assertBalanced(ITEM, 5);
    }
  }

  @Test
  @DisplayName("no window is ever without an end")
  void everyWindowEnds(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, window(2, 60_000))) {
      till.sell(ITEM, 5);
      for (int i = 0; i < 20; i++) {
        till.buyAll(ITEM, attempts("u" + i % 4, 3));
      }
      List<String> keys =
          redis.command("KEYS", RedisKeys.DEFAULT.userWindow("*").replace("{*}", "*")).stream()
              .map(Object::toString)
              .toList();
      assertThat(keys).hasSize(4);
      assertThat(keys)
          .allSatisfy(key -> assertThat(redis.number("PTTL", key)).isBetween(1L, 60_001L));
    }
  }

  @Test
  @DisplayName("the scripts are forgotten in mid-sale: nobody notices, each is sent once")
  void scriptsForgotten(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, window(10, 60_000))) {
      till.sell(ITEM, 200);
      till.buy(ITEM, "warm");
      for (int round = 0; round < 3; round++) {
        redis.command("SCRIPT", "FLUSH");
        redis.command("CONFIG", "RESETSTAT");
        List<String> users = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          users.add("r" + round + "-" + i);
        }
        assertThat(Till.count(till.rush(ITEM, users), Outcome.ACCEPTED)).isEqualTo(50);
        assertThat(CommandsIT.calls(redis)).containsEntry("eval", 2L);
      }
      till.assertBalanced(ITEM, 200);
    }
  }

  @Test
  @DisplayName("Redis does not answer the window: DEGRADED, not PENDING, since nothing was bought")
  void noAnswer(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till =
            Till.open(
                redis,
                mysql,
                window(10, 60_000)
                    .put("redis", new JsonObject().put("commandTimeoutMillis", 600)))) {
      till.sell(ITEM, 5);
      redis.command("CLIENT", "PAUSE", "2500", "ALL");
      List<Future<List<PurchaseResult>>> asked = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        asked.add(till.sendBatch(ITEM, List.of(Till.attempt(ITEM, "u" + i))));
      }
      for (Future<List<PurchaseResult>> answer : asked) {
        assertThat(TestVertx.await(answer).get(0).outcome()).isEqualTo(Outcome.DEGRADED);
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> till.buy(ITEM, "later").outcome() == Outcome.ACCEPTED);
      till.assertBalanced(ITEM, 5);
      assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("4");
    }
  }
}
