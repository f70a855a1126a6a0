package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class FaultIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Map<String, List<String>> WRONG =
      Map.of(
          "list", List.of("RPUSH", "x"),
          "string", List.of("SET", "x"),
          "zset", List.of("ZADD", "1", "x"),
          "set", List.of("SADD", "x"));

  private TestRedis redis;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    till = Till.open(redis, mysql, Till.sale("backlogCap", 3));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private static JsonObject request() {
    return Till.forItem(ITEM).put("actor", "timer");
  }

  @ParameterizedTest
  @CsvSource({
    "item, list",
    "item, string",
    "stock, list",
    "stock, set",
    "users, list",
    "users, string",
    "receipts, list",
    "receipts, string",
    "orders, list",
    "orders, string",
    "admitted, list",
    "admitted, set",
    "reserved, list",
    "reserved, string"
  })
  @DisplayName("a key of the wrong type: DEGRADED, nothing touched; repaired it sells")
  void wrongType(String part, String type) {
    till.sell(ITEM, 5);
    boolean gate = part.equals("admitted") || part.equals("reserved");
    if (gate) {
      askForBoth("1");
    }
    String key = "seckill:{" + ITEM + "}:" + part;
    boolean kept = redis.number("EXISTS", key) == 1;
    if (kept) {
      redis.command("RENAME", key, "aside");
    }
    List<String> wrong = WRONG.get(type);
    redis.command(
        wrong.get(0), Stream.concat(Stream.of(key), wrong.stream().skip(1)).toArray(String[]::new));
    String before = dump();

    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(dump()).isEqualTo(before);
    if (!gate) {
      assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, request())))
          .isEqualTo(Outcome.DEGRADED);
      assertThat(dump()).isEqualTo(before);
    }

    redis.command("DEL", key);
    if (kept) {
      redis.command("RENAME", "aside", key);
    }
    if (gate) {
      askForBoth("0");
    }
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 5);
  }

  private void askForBoth(String flag) {
    redis.command(
        "HSET", KEYS.item(), RedisKeys.ITEM_WAITING_ROOM, flag, RedisKeys.ITEM_RESERVED_ONLY, flag);
  }

  private String dump() {
    StringBuilder dump = new StringBuilder();
    redis.command("KEYS", "*").stream()
        .map(Object::toString)
        .sorted()
        .forEach(key -> dump.append(key).append('=').append(redis.command("DUMP", key)));
    return dump.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.00",
        "1e3",
        "0x10",
        " 10 ",
        "010",
        "-1",
        "-0",
        "",
        "+5",
        "inf",
        "nan",
        "9007199254740993",
        "9223372036854775807"
      })
  @DisplayName(
      "a stock text that is no plain whole number: DEGRADED, nothing sold; preheat mends it")
  void stockText(String text) {
    till.sell(ITEM, 5);
    redis.command("SET", KEYS.stock(), text, "KEEPTTL");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(redis.number("EXISTS", KEYS.users())).isZero();
    assertThat(redis.number("XLEN", KEYS.orders())).isZero();
    assertThat(till.preheat(ITEM).getLong("stock")).isEqualTo(5);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @ParameterizedTest
  @CsvSource({
    "price_cents, 1e3",
    "price_cents, -1",
    "start_at, soon",
    "end_at, ''",
    "expire_at, x",
    "accepted, x"
  })
  @DisplayName("a field of the item that is no whole number: DEGRADED; preheat mends it")
  void wrongField(String field, String text) {
    till.sell(ITEM, 5);
    redis.command("HSET", KEYS.item(), field, text);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(redis.number("EXISTS", KEYS.users())).isZero();
    till.preheat(ITEM);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("a stray key in the place of the orders, deleted before anything was sold: it sells")
  void strayOrdersKey() {
    till.sell(ITEM, 5);
    redis.command("DEL", KEYS.orders());
    redis.command("RPUSH", KEYS.orders(), "x");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(redis.get(KEYS.stock())).isEqualTo("5");
    redis.command("DEL", KEYS.orders());
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("a stream that takes no further entry: DEGRADED, and no unit is lost")
  void exhaustedStream() {
    till.sell(ITEM, 5);
    String last = "18446744073709551615-18446744073709551615";
    redis.command("XADD", KEYS.orders(), last, "by", "mistake");
    String before = dump();

    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DEGRADED);
    assertThat(dump()).isEqualTo(before);

    redis.command("DEL", KEYS.orders());
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName(
      "an item whose hash got lost: PAUSED, whoever holds a unit hears the order id, until it"
          + " is built again by itself")
  void lostItemHash() {
    till.sell(ITEM, 5);
    String orderId = till.buy(ITEM, "u1").orderId();
    redis.command("DEL", KEYS.item());

    List<PurchaseResult> results =
        till.buyAll(ITEM, List.of(Till.attempt(ITEM, "u2"), Till.attempt(ITEM, "u1")));

    assertThat(results.stream().map(PurchaseResult::outcome))
        .containsExactly(Outcome.PAUSED, Outcome.DUPLICATE);
    assertThat(results.get(1).orderId()).isEqualTo(orderId);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> till.buy(ITEM, "u2").outcome() == Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 5);
  }

  @Test
  @DisplayName("a status that nobody knows is closed")
  void unknownStatus() {
    till.sell(ITEM, 5);
    redis.command("HSET", KEYS.item(), "status", "open");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
  }

  @Test
  @DisplayName("above the backlog cap purchases are BUSY, also within one batch, until orders land")
  void backlogCap() {
    till.sell(ITEM, 10);
    List<PurchaseResult> results =
        till.buyAll(
            ITEM,
            List.of(
                Till.attempt(ITEM, "u1"),
                Till.attempt(ITEM, "u2"),
                Till.attempt(ITEM, "u3"),
                Till.attempt(ITEM, "u4")));
    assertThat(results.stream().map(PurchaseResult::outcome))
        .containsExactly(Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.ACCEPTED, Outcome.BUSY);
    String group = RedisKeys.ORDER_GROUP;
    var read =
        redis.command(
            "XREADGROUP", "GROUP", group, "c1", "COUNT", "1", "STREAMS", KEYS.orders(), ">");
    assertThat(till.buy(ITEM, "u4").outcome()).isEqualTo(Outcome.BUSY);
    redis.command("XACK", KEYS.orders(), group, read.get(0).get(1).get(0).get(0).toString());
    assertThat(till.buy(ITEM, "u4").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, "u5").outcome()).isEqualTo(Outcome.BUSY);
    redis.command("XGROUP", "DESTROY", KEYS.orders(), group);
    assertThat(till.buy(ITEM, "u5").outcome()).isEqualTo(Outcome.BUSY);
    till.assertBalanced(ITEM, 10);
  }

  @Test
  @DisplayName("an item with a waiting room sells to those whose admission has not run out")
  void waitingRoom() {
    till.sell(ITEM, 3);
    redis.command("HSET", KEYS.item(), RedisKeys.ITEM_WAITING_ROOM, "1");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
    long now = System.currentTimeMillis();
    redis.command("ZADD", KEYS.admitted(), "" + (now + 60_000), "u1", "" + (now - 1), "u2");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.NOT_ADMITTED);
    redis.command("ZREM", KEYS.admitted(), "u1");
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
    till.assertBalanced(ITEM, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"volatile-lru", "allkeys-lru", "allkeys-random", "volatile-ttl"})
  @DisplayName("a Redis that may evict is not ready, and no item is opened on it")
  void evictionPolicies(String policy) {
    till.create(Till.item(ITEM, 5));
    redis.command("CONFIG", "SET", "maxmemory-policy", policy);
    try {
      assertThat(Till.failure(till.send(Addresses.ITEM_PREHEAT, request())))
          .isEqualTo(Outcome.DEGRADED);
      JsonObject ready = TestVertx.await(till.health.ready());
      assertThat(ready.getString("status")).isEqualTo("DOWN");
      assertThat(ready.encode()).contains(policy, "noeviction");
      assertThat(redis.number("EXISTS", KEYS.stock())).isZero();
    } finally {
      redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }
    assertThat(TestVertx.await(till.health.ready()).getString("status")).isEqualTo("UP");
    assertThat(till.preheat(ITEM).getString("status")).isEqualTo("OPEN");
  }
}
