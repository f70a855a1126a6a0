package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** The stores go away, freeze, fill up and forget. */
@ExtendWith(MySqlExtension.class)
class OutageIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JsonObject SHORT_TIMEOUT =
      new JsonObject().put("redis", new JsonObject().put("commandTimeoutMillis", 500));

  private final TestRedis redis =
      TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "");

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  @DisplayName("a frozen Redis and every retry of every attempt: one unit per buyer")
  void frozen(TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, SHORT_TIMEOUT)) {
      till.sell(ITEM, 100);
      List<PurchaseAttempt> attempts =
          IntStream.range(0, 20).mapToObj(i -> Till.attempt(ITEM, "u" + i)).toList();
      redis.command("CLIENT", "PAUSE", "2500", "ALL");
      Map<String, PurchaseResult> first = new HashMap<>();
      Map<String, PurchaseResult> last = new HashMap<>();
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                List<Future<List<PurchaseResult>>> sent = new ArrayList<>();
                attempts.forEach(attempt -> sent.add(till.sendBatch(ITEM, List.of(attempt))));
                TestVertx.await(Future.all(sent));
                for (int i = 0; i < attempts.size(); i++) {
                  PurchaseResult result = sent.get(i).result().get(0);
                  first.putIfAbsent(attempts.get(i).userId(), result);
                  last.put(attempts.get(i).userId(), result);
                }
                return last.values().stream().allMatch(r -> r.outcome() == Outcome.ACCEPTED);
              });
      assertThat(first.values())
          .anySatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.PENDING))
          .allSatisfy(
              result ->
                  assertThat(result.outcome())
                      .isIn(Outcome.PENDING, Outcome.DEGRADED, Outcome.BUSY));
      for (PurchaseAttempt attempt : attempts) {
        assertThat(last.get(attempt.userId()).orderId()).isEqualTo(attempt.orderId());
      }
      assertThat(redis.get(KEYS.stock())).isEqualTo("80");
      till.assertBalanced(ITEM, 100);
    }
  }

  @Test
  @DisplayName("a forgotten script reaches no buyer and is sent once per connection")
  void forgottenScript(TestMySql mysql) {
    try (Till till = Till.two(redis, mysql)) {
      till.sell(ITEM, 1000);
      buyFifty(till, "a");
      redis.command("SCRIPT", "FLUSH");
      redis.command("CONFIG", "RESETSTAT");
      buyFifty(till, "b");
      assertThat(scriptsSent()).isBetween(1, 2);

      redis.kill();
      redis.restart();
      await()
          .atMost(PATIENCE)
          .until(() -> TestVertx.await(till.health.ready()).getString("status").equals("UP"));
      buyFifty(till, "c");
      // One of the loops has built the item again, with scripts of its own.
      assertThat(scriptsSent()).isBetween(1, 10);
      till.assertBalanced(ITEM, 1000);
    }
  }

  private static void buyFifty(Till till, String prefix) {
    List<String> users = IntStream.range(0, 50).mapToObj(i -> prefix + i).toList();
    assertThat(Till.count(till.rush(ITEM, users), Outcome.ACCEPTED)).isEqualTo(50);
  }

  private int scriptsSent() {
    Matcher calls =
        Pattern.compile("cmdstat_eval:calls=(\\d+)")
            .matcher(redis.command("INFO", "commandstats").toString());
    return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
  }

  @Test
  @DisplayName("a full Redis refuses a purchase before anything is written")
  void outOfMemory(TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.sell(ITEM, 100);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      redis.command("CONFIG", "SET", "maxmemory", "1");
      assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.DEGRADED);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
      till.assertBalanced(ITEM, 100);
      assertThat(redis.get(KEYS.stock())).isEqualTo("99");
      redis.command("CONFIG", "SET", "maxmemory", "0");
      assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);
      till.assertBalanced(ITEM, 100);
    }
  }

  @Test
  @DisplayName("Redis is gone: the answer is quick and honest, and health says so")
  void redisGone(TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      till.sell(ITEM, 100);
      redis.kill();
      await().atMost(PATIENCE).until(() -> till.buy(ITEM, "u1").outcome() == Outcome.DEGRADED);
      assertThat(TestVertx.await(till.health.ready()).getString("status")).isEqualTo("DOWN");
      redis.restart();
      PurchaseAttempt attempt = Till.attempt(ITEM, "u1");
      await().atMost(PATIENCE).until(() -> till.buy(attempt).outcome() == Outcome.ACCEPTED);
      assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("MySQL is gone: the sale goes on, the list is the last one, the kill switch closes")
  void mysqlGone(@TempDir Path directory) {
    TestMySql own = TestMySql.dedicated(directory, 0);
    JsonObject quick =
        new JsonObject()
            .put(
                "mysql",
                new JsonObject().put("queryTimeoutMillis", 1000).put("connectTimeoutMillis", 500));
    try (Till till = Till.open(redis, own, quick)) {
      till.sell(ITEM, 100);
      own.kill();
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      JsonObject list = till.ask("seckill.item.list", new JsonObject());
      assertThat(list.getJsonArray("items")).hasSize(1);
      JsonObject request = Till.forItem(ITEM).put("actor", "operator");
      assertThat(Till.failure(till.send("seckill.item.pause", request)))
          .isEqualTo(Outcome.DEGRADED);
      assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.PAUSED);
    }
  }
}
