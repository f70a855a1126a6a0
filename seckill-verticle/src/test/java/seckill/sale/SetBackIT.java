package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Redis forgets what it said: sold units seem to be for sale, and buyers are forgotten. */
@ExtendWith(MySqlExtension.class)
class SetBackIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ASIDE = "aside:{1001}:";
  private static final List<String> ALL =
      List.of(KEYS.item(), KEYS.stock(), KEYS.users(), KEYS.receipts(), KEYS.orders());

  private final Map<String, String> orders = new HashMap<>();

  private static JsonObject quickly(int instances) {
    return new JsonObject()
        .put("sale", new JsonObject().put("instances", instances).put("pageSize", 7))
        .put("recovery", new JsonObject().put("pollMillis", 20));
  }

  private void sellTo(Till till, int from, int to) {
    for (int i = from; i < to; i++) {
      PurchaseResult result = till.buy(ITEM, "u" + i);
      assertThat(result.outcome()).isEqualTo(Outcome.ACCEPTED);
      orders.put("u" + i, result.orderId());
    }
  }

  /** Forgotten and new buyers all try, again and again, until nobody hears that it is closed. */
  private void rush(Till till, int kept, int sold, int total, int landed) {
    Queue<String> accepted = new ConcurrentLinkedQueue<>();
    Map<String, PurchaseResult> last = new HashMap<>();
    List<String> users = new ArrayList<>();
    for (int i = 0; i < sold; i++) {
      users.add("u" + i);
    }
    for (int i = 0; i < 2 * total + 4; i++) {
      users.add("new" + i);
    }
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              List<Future<List<PurchaseResult>>> sent = new ArrayList<>();
              users.forEach(
                  user -> sent.add(till.sendBatch(ITEM, List.of(Till.attempt(ITEM, user)))));
              TestVertx.await(Future.all(sent));
              for (int i = 0; i < users.size(); i++) {
                PurchaseResult result = sent.get(i).result().get(0);
                last.put(users.get(i), result);
                if (result.outcome() == Outcome.ACCEPTED) {
                  accepted.add(users.get(i));
                }
              }
              return last.values().stream()
                  .allMatch(
                      r -> r.outcome() == Outcome.DUPLICATE || r.outcome() == Outcome.SOLD_OUT);
            });
    for (int i = 0; i < sold; i++) {
      // Whoever was landed, or is still known to Redis, holds the first order.
      if (i < Math.max(kept, landed)) {
        assertThat(last.get("u" + i).outcome()).as("u" + i).isEqualTo(Outcome.DUPLICATE);
        assertThat(last.get("u" + i).orderId()).isEqualTo(orders.get("u" + i));
        assertThat(accepted).doesNotContain("u" + i);
      }
    }
    assertThat(accepted).doesNotHaveDuplicates().hasSize(total - Math.max(kept, landed));
  }

  private static void assertBooks(TestRedis redis, TestMySql mysql, int total) {
    new TestPen(redis, mysql, ITEM).land(10 * total);
    assertThat(mysql.number("SELECT COUNT(*) FROM orders WHERE live = 1")).isEqualTo(total);
    assertThat(redis.get(KEYS.stock())).isEqualTo("0");
    assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(total);
    assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(total);
  }

  @ParameterizedTest
  @CsvSource({"10, 10, 6, 1", "10, 10, 6, 2", "23, 20, 0, 2", "7, 7, 7, 1", "40, 33, 12, 2"})
  @DisplayName(
      "set back in place, all sold units in the books: not one is sold twice, by no till, and"
          + " forgotten buyers hear their order id")
  void inPlace(int total, int sold, int kept, int instances, TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, quickly(instances))) {
      till.sell(ITEM, total);
      sellTo(till, 0, kept);
      TestPen pen = new TestPen(redis, mysql, ITEM);
      pen.land(kept);
      ALL.forEach(key -> redis.command("COPY", key, ASIDE + key));
      sellTo(till, kept, sold);
      pen.land(sold);
      // Every event loop has read the books.
      for (int i = 0; i < 2 * instances; i++) {
        till.ask(Addresses.ITEM_LIST, new JsonObject());
      }
      for (String key : ALL) {
        redis.command("DEL", key);
        redis.command("COPY", ASIDE + key, key);
      }

      rush(till, kept, sold, total, sold);
      assertBooks(redis, mysql, total);
    }
  }

  @ParameterizedTest
  @CsvSource({"10, 10, 6, 10", "10, 10, 6, 8", "12, 9, 3, 9", "30, 30, 0, 25"})
  @DisplayName(
      "started again from an earlier dump: closed until it is built again, and the books are never"
          + " passed")
  void fromAnEarlierDump(int total, int sold, int kept, int landed, TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated("--save", "", "--appendonly", "no");
        Till till = Till.open(redis, mysql, quickly(2))) {
      till.sell(ITEM, total);
      sellTo(till, 0, kept);
      redis.command("SAVE");
      sellTo(till, kept, sold);
      new TestPen(redis, mysql, ITEM).land(landed);
      redis.kill();
      redis.restart();

      rush(till, kept, sold, total, landed);
      assertThat(mysql.number("SELECT epoch FROM seckill_item")).isEqualTo(2);
      dropRedelivered(redis, mysql);
      assertBooks(redis, mysql, total);
    }
  }

  // The stream went back, too: what is in the books already is acknowledged, as the pen does.
  private static void dropRedelivered(TestRedis redis, TestMySql mysql) {
    redis
        .command("XRANGE", KEYS.orders(), "-", "+")
        .forEach(
            entry -> {
              String orderId = entry.get(1).get(1).toString();
              if (mysql.number("SELECT COUNT(*) FROM orders WHERE order_id = ?", orderId) == 1) {
                redis.command("XDEL", KEYS.orders(), entry.get(0).toString());
              }
            });
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  @DisplayName("all keys vanish while Redis runs on: the item is built again by itself")
  void flushed(int instances, TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, quickly(instances))) {
      till.sell(ITEM, 8);
      sellTo(till, 0, 5);
      new TestPen(redis, mysql, ITEM).land(5);
      redis.flush();
      rush(till, 0, 5, 8, 5);
      assertBooks(redis, mysql, 8);
      assertThat(redis.command("SISMEMBER", RedisKeys.DEFAULT.liveItems(), "1001").toInteger())
          .isOne();
    }
  }
}
