package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Keys of items vanish while Redis runs on, and no buyer comes who would notice. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class LostKeysIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Duration SOON = Duration.ofSeconds(60);

  private final Queue<JsonObject> alerts = new ConcurrentLinkedQueue<>();
  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql, settings("auto"));
    listen();
  }

  private void listen() {
    TestVertx.await(
        till.vertx
            .eventBus()
            .<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()))
            .completion());
  }

  @AfterEach
  void close() {
    till.close();
  }

  private static JsonObject settings(String open) {
    return new JsonObject()
        .put("sale", new JsonObject().put("instances", 2).put("itemRefreshMillis", 200))
        .put("recovery", new JsonObject().put("open", open).put("leaseMillis", 1500));
  }

  private static String check(Till till, String name) {
    return TestVertx.await(till.health.ready()).getJsonObject("checks").getString(name);
  }

  private void awaitReady(boolean ready) {
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> check(till, "recovery").equals("UP") == ready);
  }

  private long epoch(long itemId) {
    return mysql.number("SELECT epoch FROM seckill_item WHERE id = ?", itemId);
  }

  private static ItemSpec later(long itemId) {
    ItemSpec now = Till.item(itemId, 5);
    return new ItemSpec(
        itemId,
        now.sku(),
        now.name(),
        now.priceCents(),
        now.totalStock(),
        Instant.now().plus(Duration.ofHours(1)),
        Instant.now().plus(Duration.ofHours(2)),
        now.gate());
  }

  @Test
  @DisplayName(
      "everything vanishes: items on sale, paused or to come are built again although nobody bought"
          + " from them; drafts and ended ones are not")
  void flushed() {
    till.sell(ITEM, 8);
    till.sell(1002, 3);
    till.admin(Addresses.ITEM_PAUSE, 1002);
    till.create(later(1003));
    till.preheat(1003);
    till.create(Till.item(1004, 5));
    till.sell(1005, 5);
    mysql.query(
        "UPDATE seckill_item SET end_at = UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE WHERE id = 1005");
    await()
        .atMost(SOON)
        .until(
            () ->
                till.ask(Addresses.ITEM_LIST, new JsonObject())
                    .encode()
                    .contains("\"itemId\":\"1003\""));
    redis.flush();

    assertThat(till.buy(ITEM, "first").outcome()).isIn(Outcome.PAUSED, Outcome.ACCEPTED);
    await().atMost(SOON).until(() -> epoch(ITEM) == 2 && epoch(1002) == 2 && epoch(1003) == 2);
    awaitReady(true);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    assertThat(till.buy(1003, "u1").outcome()).isEqualTo(Outcome.NOT_STARTED);
    assertThat(redis.get(RedisKeys.DEFAULT.of(1003).stock())).isEqualTo("5");
    assertThat(till.buy(1004, "u1").outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(till.buy(1005, "u1").outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(epoch(1004)).isOne();
    assertThat(epoch(1005)).isOne();
    assertThat(
            redis.number(
                "EXISTS", RedisKeys.DEFAULT.of(1004).item(), RedisKeys.DEFAULT.of(1005).item()))
        .isZero();
    assertThat(alerts)
        .anyMatch(
            alert ->
                alert.getString("kind").equals("SET_BACK")
                    && alert.getString("itemId").equals("1003"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "stock", "users", "receipts", "orders", "accepted", "start_at"})
  @DisplayName("one key or field vanishes: it is told, and the item is built again by itself")
  void oneKey(String lost) {
    till.sell(ITEM, 9);
    String landed = till.buy(ITEM, "landed").orderId();
    new TestPen(redis, mysql, ITEM).land(1);
    String fresh = till.buy(ITEM, "fresh").orderId();
    mysql.query("RENAME TABLE dead_letter TO away");
    try {
      String key = "seckill:{1001}:" + lost;
      if (redis.number("DEL", key) == 0) {
        redis.command("HDEL", KEYS.item(), lost);
      }
      // It cannot be built yet, which readiness has to say.
      awaitReady(false);
      assertThat(check(till, "recovery")).contains("1 items").contains("1001");
      assertThat(till.buy(ITEM, "u1").outcome()).isIn(Outcome.PAUSED, Outcome.DEGRADED);
    } finally {
      mysql.query("RENAME TABLE away TO dead_letter");
    }
    awaitReady(true);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, "landed").orderId()).isEqualTo(landed);
    assertThat(till.buy(ITEM, "fresh").orderId()).isEqualTo(fresh);
    assertThat(redis.get(KEYS.stock())).isEqualTo("6");
    assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(3);
    assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(3);
  }

  @Test
  @DisplayName("a state that is older than the books, or that nobody goes on building, is built")
  void leftBehind() {
    till.sell(ITEM, 4);
    mysql.query("UPDATE seckill_item SET epoch = 5 WHERE id = ?", ITEM);
    await().atMost(SOON).until(() -> epoch(ITEM) == 6);
    await().atMost(SOON).until(() -> till.buy(ITEM, "u1").outcome() == Outcome.ACCEPTED);

    redis.command("HSET", KEYS.item(), "loading", "dead", "loading_until", "17");
    await().atMost(SOON).until(() -> till.buy(ITEM, "u2").outcome() == Outcome.ACCEPTED);
    assertThat(epoch(ITEM)).isEqualTo(7);
    till.assertBalanced(ITEM, 4);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("where an operator opens, it stays closed everywhere and says so until then")
  void byOperator(boolean all) {
    till.close();
    till = Till.open(redis, mysql, settings("operator"));
    till.sell(ITEM, 4);
    if (all) {
      redis.flush();
    } else {
      redis.command("DEL", KEYS.stock());
    }

    awaitReady(false);
    await().atMost(SOON).until(() -> check(till, "recovery").contains("an operator has to"));
    await().atMost(SOON).until(() -> redis.number("HEXISTS", KEYS.item(), "loading") == 1);
    for (int i = 0; i < 6; i++) {
      assertThat(till.buy(ITEM, "u" + i).outcome()).isEqualTo(Outcome.PAUSED);
    }
    assertThat(epoch(ITEM)).isOne();
    assertThat(till.admin(Addresses.ITEM_RECOVER, ITEM).getLong("stock")).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      assertThat(till.buy(ITEM, "u" + i).outcome()).isEqualTo(Outcome.ACCEPTED);
    }
    awaitReady(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "receipts", "item", "stock", "users"})
  @DisplayName("once a recovery has said OPEN the next purchase at every till goes through")
  void atOnce(String damaged) {
    try (Till other = Till.open(redis, mysql, settings("auto"))) {
      till.sell(ITEM, 40);
      // Both know of more purchases than the books ever will.
      for (int i = 0; i < 4; i++) {
        till.buy(ITEM, "lost" + i);
        other.buy(ITEM, "lost" + (4 + i));
      }
      if (damaged.equals("gone")) {
        redis.command("DEL", all());
      } else {
        // In one step: a look that found no key at all would have the item built again.
        redis.command("RPUSH", "aside", "stray");
        redis.command("RENAME", "aside", "seckill:{1001}:" + damaged);
        for (Till each : List.of(till, other)) {
          await().atMost(SOON).until(() -> !check(each, "items").equals("UP"));
        }
      }

      assertThat(till.admin(Addresses.ITEM_RECOVER, ITEM).getString("status")).isEqualTo("OPEN");
      for (int i = 0; i < 4; i++) {
        assertThat(other.buy(ITEM, "b" + i).outcome()).isEqualTo(Outcome.ACCEPTED);
        assertThat(till.buy(ITEM, "a" + i).outcome()).isEqualTo(Outcome.ACCEPTED);
      }
      awaitReady(true);
      for (Till each : List.of(till, other)) {
        await().atMost(SOON).until(() -> check(each, "items").equals("UP"));
      }
    }
  }

  private static String[] all() {
    return new String[] {KEYS.item(), KEYS.stock(), KEYS.users(), KEYS.receipts(), KEYS.orders()};
  }
}
