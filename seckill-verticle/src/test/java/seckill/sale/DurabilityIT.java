package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A purchase is answered with yes only when it is as safe as the settings want it. */
@ExtendWith(MySqlExtension.class)
class DurabilityIT {
  private static final long ITEM = 1001;
  private static final long OTHER = 1002;
  static final Duration PATIENCE = Duration.ofSeconds(60);

  static JsonObject level(String level, Object... more) {
    JsonObject section = new JsonObject().put("level", level).put("lookMillis", 100);
    for (int i = 0; i < more.length; i += 2) {
      section.put((String) more[i], more[i + 1]);
    }
    return new JsonObject()
        .put("durability", section)
        .put("redis", new JsonObject().put("configMillis", 100));
  }

  static TestRedis main() {
    return TestRedis.dedicated("--save", "", "--repl-diskless-sync-delay", "0");
  }

  static TestRedis replicaOf(TestRedis main) {
    TestRedis replica =
        TestRedis.dedicated("--save", "", "--replicaof", "127.0.0.1 " + main.port());
    awaitReplica(main);
    return replica;
  }

  private static void awaitReplica(TestRedis main) {
    await()
        .atMost(PATIENCE)
        .until(() -> main.command("INFO", "replication").toString().contains("state=online"));
  }

  static void awaitCheck(Till till, String start) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                TestVertx.await(till.health.ready())
                    .getJsonObject("checks")
                    .getString("durability")
                    .startsWith(start));
  }

  private static PurchaseResult awaitAccepted(Till till, PurchaseAttempt attempt) {
    List<PurchaseResult> last = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              last.add(till.buy(attempt));
              return last.get(last.size() - 1).outcome() == Outcome.ACCEPTED;
            });
    return last.get(last.size() - 1);
  }

  @Test
  @DisplayName("a frozen replica: PENDING with the order id and nothing given back; then ACCEPTED")
  void frozenReplica(TestMySql mysql) {
    try (TestRedis main = main();
        TestRedis replica = replicaOf(main);
        Till till = Till.open(main, mysql, level("replica"))) {
      till.sell(ITEM, 10);
      assertThat(till.buy(ITEM, "u0").outcome()).isEqualTo(Outcome.ACCEPTED);
      awaitCheck(till, "UP");
      PurchaseAttempt attempt = Till.attempt(ITEM, "u1");
      PurchaseAttempt again = Till.attempt(ITEM, "u1");

      replica.freeze();
      try {
        PurchaseResult pending = PurchaseResult.pending(attempt.orderId());
        assertThat(till.buy(attempt)).isEqualTo(pending);
        assertThat(main.get(RedisKeys.DEFAULT.of(ITEM).stock())).isEqualTo("8");
        // Whoever asks again hears of the same order, and no more than that it is not safe yet.
        assertThat(till.buy(attempt)).isEqualTo(pending);
        assertThat(till.buy(again)).isEqualTo(pending);
        assertThat(
                Till.failure(
                    till.send(Addresses.PURCHASE_MINE, Till.forItem(ITEM).put("userId", "u1"))))
            .isEqualTo(Outcome.DEGRADED);
        awaitCheck(till, "DOWN: purchases are answered PENDING: fewer than 1 replicas");
      } finally {
        replica.thaw();
      }

      assertThat(awaitAccepted(till, attempt).replayed()).isTrue();
      assertThat(till.buy(again).outcome()).isEqualTo(Outcome.DUPLICATE);
      assertThat(till.buy(again).orderId()).isEqualTo(attempt.orderId());
      awaitCheck(till, "UP");
      till.assertBalanced(ITEM, 10);
      assertThat(replica.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users())).isEqualTo(2);
    }
  }

  @Test
  @DisplayName("a killed replica and one replica too few: PENDING until it is back")
  void killedReplica(TestMySql mysql) {
    try (TestRedis main = main();
        TestRedis replica = replicaOf(main);
        Till till = Till.open(main, mysql, level("replica", "waitMillis", 100))) {
      till.sell(ITEM, 10);
      PurchaseAttempt attempt = Till.attempt(ITEM, "u1");
      replica.kill();
      assertThat(till.buy(attempt)).isEqualTo(PurchaseResult.pending(attempt.orderId()));
      replica.restart();
      awaitAccepted(till, attempt);
      till.assertBalanced(ITEM, 10);
      try (Till two = Till.open(main, mysql, level("replica", "replicas", 2, "waitMillis", 50))) {
        assertThat(two.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.PENDING);
      }
    }
  }

  @Test
  @DisplayName("who waits for a replica holds up nobody: not the script, not a no, not a read")
  void holdsUpNobody(TestMySql mysql) {
    try (TestRedis main = main();
        TestRedis replica = replicaOf(main);
        Till till = Till.open(main, mysql, level("replica", "waitMillis", 10_000))) {
      till.sell(ITEM, 500);
      till.sell(OTHER, 1);
      assertThat(till.buy(OTHER, "u0").outcome()).isEqualTo(Outcome.ACCEPTED);
      List<Future<List<PurchaseResult>>> waiting = new ArrayList<>();
      replica.freeze();
      try {
        // Far more than may be under way at a time: each script call waits for the one before only.
        for (int i = 0; i < 50; i++) {
          waiting.add(till.sendBatch(ITEM, List.of(Till.attempt(ITEM, "u" + i))));
        }
        await()
            .atMost(PATIENCE)
            .until(() -> "450".equals(main.get(RedisKeys.DEFAULT.of(ITEM).stock())));
        assertThat(till.buy(OTHER, "u1").outcome()).isEqualTo(Outcome.SOLD_OUT);
        assertThat(till.ask(Addresses.ITEM_STOCK, Till.forItem(ITEM)).getLong("stock"))
            .isEqualTo(450);
        assertThat(waiting).noneMatch(Future::isComplete);
      } finally {
        replica.thaw();
      }
      TestVertx.await(Future.all(waiting));
      assertThat(waiting)
          .allSatisfy(
              told -> assertThat(told.result().get(0).outcome()).isEqualTo(Outcome.ACCEPTED));
      till.assertBalanced(ITEM, 500);
    }
  }

  @Test
  @DisplayName("a replica costs two commands per wait, and many batches share one wait")
  void costOfAReplica(TestMySql mysql) {
    JsonObject quiet =
        level("replica", "lookMillis", 60_000).mergeIn(Till.sale("itemRefreshMillis", 600_000));
    try (TestRedis main = main();
        TestRedis replica = replicaOf(main);
        Till till = Till.open(main, mysql, quiet)) {
      till.sell(ITEM, 1000);
      assertThat(till.buy(ITEM, "warm").outcome()).isEqualTo(Outcome.ACCEPTED);
      main.command("CONFIG", "RESETSTAT");
      till.buyAll(
          ITEM, IntStream.range(0, 100).mapToObj(i -> Till.attempt(ITEM, "u" + i)).toList());
      Map<String, Long> calls = CommandsIT.calls(main);
      assertThat(calls)
          .containsEntry("evalsha", 1L)
          .containsEntry("set", 1L)
          .containsEntry("wait", 1L);
      assertThat(count(calls)).isEqualTo(100 + 14 + 2);

      main.command("CONFIG", "RESETSTAT");
      List<String> users = IntStream.range(0, 300).mapToObj(i -> "v" + i).toList();
      assertThat(Till.count(till.rush(ITEM, users), Outcome.ACCEPTED)).isEqualTo(300);
      calls = CommandsIT.calls(main);
      assertThat(calls.get("wait")).isEqualTo(calls.get("set"));
      assertThat(calls.get("wait")).isLessThanOrEqualTo(calls.get("evalsha"));
      assertThat(replica.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users())).isEqualTo(401);
    }
  }

  // Without what the replica does by itself.
  private static long count(Map<String, Long> calls) {
    return calls.entrySet().stream()
        .filter(call -> !call.getKey().startsWith("replconf") && !call.getKey().equals("ping"))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Test
  @DisplayName(
      "appendfsync always is safe for no command more; without it, PENDING and a red check")
  void disk(TestMySql mysql) {
    JsonObject quiet = level("disk").mergeIn(Till.sale("itemRefreshMillis", 600_000), true);
    try (TestRedis redis =
            TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "");
        Till till = Till.open(redis, mysql, quiet)) {
      till.sell(ITEM, 10);
      assertThat(till.buy(ITEM, "u0").outcome()).isEqualTo(Outcome.ACCEPTED);
      awaitCheck(till, "UP");
      redis.command("CONFIG", "RESETSTAT");
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(CommandsIT.calls(redis)).doesNotContainKeys("set", "wait", "waitaof");

      for (List<String> lax :
          List.of(
              List.of("appendfsync", "everysec", "always"),
              List.of("no-appendfsync-on-rewrite", "yes", "no"),
              List.of("appendonly", "no", "yes"))) {
        redis.command("CONFIG", "SET", lax.get(0), lax.get(1));
        awaitCheck(till, "DOWN: purchases are answered PENDING: Redis ");
        PurchaseAttempt attempt = Till.attempt(ITEM, "u-" + lax.get(0));
        assertThat(till.buy(attempt)).isEqualTo(PurchaseResult.pending(attempt.orderId()));
        redis.command("CONFIG", "SET", lax.get(0), lax.get(2));
        awaitCheck(till, "UP");
        assertThat(till.buy(attempt).outcome()).isEqualTo(Outcome.ACCEPTED);
      }
      till.assertBalanced(ITEM, 10);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "no, always, its appendonly is no and must be yes",
    "yes, everysec, its appendfsync is everysec and must be always",
    "yes, no, its appendfsync is no and must be always"
  })
  @DisplayName(
      "a till whose Redis cannot give the level by its settings does not start, and says why")
  void refusesToStart(String file, String sync, String why, TestMySql mysql) {
    try (TestRedis redis =
        TestRedis.dedicated("--appendonly", file, "--appendfsync", sync, "--save", "")) {
      assertThatThrownBy(() -> Till.open(redis, mysql, level("disk")).close())
          .hasMessageStartingWith("durability.level disk cannot be given: ")
          .hasMessageContaining(why);
    }
  }

  @Test
  @DisplayName("after a crash of Redis the level is looked at anew, and holds again by itself")
  void survivesACrash(TestMySql mysql) {
    try (TestRedis redis =
            TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "");
        Till till = Till.open(redis, mysql, level("disk"))) {
      till.sell(ITEM, 10);
      PurchaseAttempt attempt = Till.attempt(ITEM, "u1");
      assertThat(till.buy(attempt).outcome()).isEqualTo(Outcome.ACCEPTED);
      redis.kill();
      redis.restart();
      assertThat(awaitAccepted(till, attempt).replayed()).isTrue();
      awaitAccepted(till, Till.attempt(ITEM, "u2"));
      till.assertBalanced(ITEM, 10);
    }
  }

  @Test
  @DisplayName("the settings are asked for now and then, and not with every look at the health")
  void asksSeldom(TestMySql mysql) {
    JsonObject seldom = level("disk").mergeIn(Till.sale("itemRefreshMillis", 600_000), true);
    seldom.getJsonObject("redis").put("configMillis", 600_000);
    try (TestRedis redis =
            TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "");
        Till till = Till.open(redis, mysql, seldom)) {
      awaitCheck(till, "UP");
      redis.command("CONFIG", "RESETSTAT");
      for (int i = 0; i < 5; i++) {
        TestVertx.await(till.health.ready());
      }
      assertThat(redis.command("INFO", "commandstats").toString())
          .doesNotContain("cmdstat_config|get", "cmdstat_info:");
    }
  }
}
