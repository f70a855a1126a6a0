package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Changes of operators that MySQL has and Redis missed, and the other way round. */
@ExtendWith(MySqlExtension.class)
class MissedByRedisIT {
  private static final long ITEM = 1001;
  private static final long OTHER = 1002;
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String WATCHED = "item-controls";

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;
  private int buyers;

  @BeforeEach
  void open(TestMySql mysql) {
    this.mysql = mysql;
    redis = TestRedis.dedicated();
    till = Till.open(redis, mysql, Till.sale("itemRefreshMillis", 100));
    for (long itemId : new long[] {ITEM, OTHER}) {
      String key = till.sell(itemId, 1000).item();
      await()
          .atMost(SOON)
          .until(() -> redis.command("HGET", key, RedisKeys.ITEM_ALL_REVISION) != null);
    }
  }

  @AfterEach
  void close() {
    till.close();
    redis.close();
  }

  private static JsonObject olga() {
    return new JsonObject().put("actor", "olga");
  }

  private Outcome buy(long itemId) {
    return till.buy(itemId, "buyer" + buyers++).outcome();
  }

  private void full(boolean full) {
    redis.command("CONFIG", "SET", "maxmemory", full ? "1" : "0");
  }

  private void awaitBuyers(long itemId, Outcome hear) {
    await().atMost(SOON).until(() -> buy(itemId) == hear);
  }

  private String check(String name) {
    return TestVertx.await(till.health.ready()).getJsonObject("checks").getString(name);
  }

  private void missed(String address, JsonObject request, String... words) {
    assertThatThrownBy(() -> TestVertx.await(till.send(address, request)))
        .hasMessageContainingAll(words);
  }

  @Test
  @DisplayName("a resume that a full Redis refused is stored, said so, seen, and made up for")
  void resumeWhileFull() {
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    full(true);
    missed(
        Addresses.ITEM_RESUME,
        Till.forItem(ITEM).put("actor", "olga"),
        "item 1001 is OPEN in MySQL",
        "Redis does not know it yet",
        "within 100 ms",
        "REDIS-OOM");
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(check(WATCHED)).contains("WARN", "1001", "OOM"));
    assertThat(till.meters.get("seckill_items_behind").gauge().value()).isEqualTo(1);
    assertThat(till.ask(Addresses.SALE_STATUS, new JsonObject()).getJsonArray("behind"))
        .isEqualTo(new JsonArray().add("1001"));
    full(false);
    awaitBuyers(ITEM, Outcome.ACCEPTED);
    await().atMost(SOON).until(() -> check(WATCHED).equals("UP"));
    assertThat(till.meters.get("seckill_items_behind").gauge().value()).isZero();
  }

  @Test
  @DisplayName("a resume of all that a frozen Redis missed is made up for once it goes on")
  void resumeAllWhileFrozen() {
    till.ask(Addresses.SALE_PAUSE, olga());
    redis.freeze();
    missed(Addresses.SALE_RESUME, olga(), "all items are OPEN in MySQL", "Redis does not know");
    redis.thaw();
    awaitBuyers(ITEM, Outcome.ACCEPTED);
    awaitBuyers(OTHER, Outcome.ACCEPTED);
  }

  @Test
  @DisplayName("what Redis hears late of an older change does not undo a newer one")
  void lateAnswers() {
    for (int round = 0; round < 3; round++) {
      redis.freeze();
      assertThat(Till.failure(till.send(Addresses.SALE_PAUSE, olga()))).isEqualTo(Outcome.DEGRADED);
      assertThat(Till.failure(till.send(Addresses.SALE_RESUME, olga())))
          .isEqualTo(Outcome.DEGRADED);
      assertThat(Till.failure(till.send(Addresses.SALE_PAUSE, olga()))).isEqualTo(Outcome.DEGRADED);
      redis.thaw();
      awaitBuyers(ITEM, Outcome.PAUSED);
      await().during(Duration.ofMillis(300)).until(() -> buy(ITEM) == Outcome.PAUSED);
      till.ask(Addresses.SALE_RESUME, olga());
      assertThat(buy(ITEM)).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("a gate that a full Redis refused is stored, said so, and made up for")
  void gateWhileFull() {
    full(true);
    missed(
        Addresses.ITEM_GATE,
        Till.forItem(ITEM)
            .put("actor", "olga")
            .put("gate", new JsonObject().put("challenge", "ALWAYS")),
        "the gate of item 1001 is in MySQL",
        "Redis does not know it yet");
    full(false);
    await()
        .atMost(SOON)
        .until(
            () ->
                redis
                    .command("HGET", Till.keys(ITEM).item(), "challenge")
                    .toString()
                    .equals("ALWAYS"));
  }

  @Test
  @DisplayName("units and a later end that a full Redis refused come into force by themselves")
  void termsWhileFull() {
    full(true);
    missed(
        Addresses.ITEM_RESTOCK,
        Till.forItem(ITEM).put("actor", "olga").put("requestId", "r-1").put("units", 5),
        "the change of item 1001 is in MySQL",
        "Redis does not know it yet");
    full(false);
    await().atMost(SOON).until(() -> redis.get(Till.keys(ITEM).stock()).equals("1005"));
  }

  @Test
  @DisplayName("a user who registered while Redis was full may buy once it is not")
  void registeredWhileFull() {
    Instant now = Instant.now();
    ItemGate.Reservation reservation =
        new ItemGate.Reservation(now.minusSeconds(60), now.plusSeconds(600));
    till.create(Till.item(1003, 10, new ItemGate(false, ItemGate.ChallengeMode.AUTO, reservation)));
    till.preheat(1003);
    full(true);
    assertThat(Till.failure(till.send(Addresses.RESERVATION_MAKE, user(1003))))
        .isEqualTo(Outcome.DEGRADED);
    full(false);
    await()
        .atMost(SOON)
        .until(() -> redis.number("SISMEMBER", Till.keys(1003).reserved(), "ute") == 1);
  }

  private static JsonObject user(long itemId) {
    return Till.forItem(itemId).put("userId", "ute");
  }
}
