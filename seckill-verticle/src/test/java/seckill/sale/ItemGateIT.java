package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemGate.ChallengeMode;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ItemGateIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Instant FROM = Instant.parse("2026-03-29T01:30:00.123Z");
  private static final Instant UNTIL = FROM.plusSeconds(3600);
  private static final ItemGate EVERYTHING =
      new ItemGate(true, ChallengeMode.ALWAYS, new ItemGate.Reservation(FROM, UNTIL));

  private TestRedis redis;
  private TestMySql mysql;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    till = Till.open(redis, mysql);
  }

  @AfterEach
  void close() {
    till.close();
  }

  private JsonObject setGate(JsonObject gate) {
    return till.ask(Addresses.ITEM_GATE, request(gate));
  }

  private static JsonObject request(JsonObject gate) {
    return Till.forItem(ITEM).put("gate", gate).put("actor", "olga");
  }

  private JsonObject listed() {
    JsonObject list = till.ask(Addresses.ITEM_LIST, new JsonObject());
    return list.getJsonArray("items").getJsonObject(0).getJsonObject("gate");
  }

  private String hash() {
    return redis
        .command(
            "HMGET",
            KEYS.item(),
            RedisKeys.ITEM_WAITING_ROOM,
            RedisKeys.ITEM_CHALLENGE,
            RedisKeys.ITEM_RESERVED_ONLY,
            RedisKeys.ITEM_RESERVE_FROM,
            RedisKeys.ITEM_RESERVE_UNTIL)
        .toString();
  }

  private static String expected(String waitingRoom, String challenge, String reservedOnly) {
    boolean reserved = reservedOnly.equals("1");
    return List.of(
            waitingRoom,
            challenge,
            reservedOnly,
            reserved ? "" + FROM.toEpochMilli() : "null",
            reserved ? "" + UNTIL.toEpochMilli() : "null")
        .toString();
  }

  @Test
  @DisplayName("the gate goes from the operator over the books into Redis and the item list")
  void endToEnd() {
    till.create(Till.item(ITEM, 5, EVERYTHING));
    till.preheat(ITEM);
    assertThat(hash()).isEqualTo(expected("1", "ALWAYS", "1"));
    assertThat(listed()).isEqualTo(EVERYTHING.toJson());
    redis.flush();
    till.preheat(ITEM);
    assertThat(hash()).isEqualTo(expected("1", "ALWAYS", "1"));
  }

  @Test
  @DisplayName("an item of before the gate, without a row of its own, has the common layers only")
  void withoutRow() {
    till.create(Till.item(ITEM, 5));
    mysql.query("DELETE FROM item_gate");
    till.preheat(ITEM);
    assertThat(hash()).isEqualTo(expected("0", "AUTO", "0"));
    assertThat(listed()).isEqualTo(ItemGate.OPEN.toJson());
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @Test
  @DisplayName("the gate changes while the item sells: told to everybody, audited with both values")
  void changedWhileSelling() throws InterruptedException {
    till.sell(ITEM, 5);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    BlockingQueue<JsonObject> news = new LinkedBlockingQueue<>();
    MessageConsumer<JsonObject> listener =
        till.vertx.eventBus().consumer(Addresses.EVENT_ITEM_STATUS, fact -> news.add(fact.body()));
    TestVertx.await(listener.completion());

    JsonObject reply = setGate(EVERYTHING.toJson());
    assertThat(reply)
        .isEqualTo(Till.forItem(ITEM).put("status", "OPEN").put("gate", EVERYTHING.toJson()));
    assertThat(news.poll(10, TimeUnit.SECONDS)).isEqualTo(Till.forItem(ITEM).put("status", "OPEN"));
    assertThat(hash()).isEqualTo(expected("1", "ALWAYS", "1"));
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.NOT_RESERVED);
    assertThat(listed()).isEqualTo(EVERYTHING.toJson());

    setGate(ItemGate.OPEN.toJson());
    assertThat(hash()).isEqualTo(expected("0", "AUTO", "0"));
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);

    var audit =
        mysql.query(
            "SELECT actor, detail, outcome FROM admin_audit WHERE action = 'gate' AND item_id = ?"
                + " ORDER BY id LIMIT 1",
            ITEM);
    var row = audit.iterator().next();
    assertThat(row.getBuffer(0)).hasToString("olga");
    assertThat(new JsonObject(row.getString(1)))
        .isEqualTo(
            new JsonObject().put("old", ItemGate.OPEN.toJson()).put("new", EVERYTHING.toJson()));
    assertThat(row.getString(2)).isEqualTo("OK");
  }

  @Test
  @DisplayName("the gate of a draft is kept in the books until it is preheated")
  void draft() {
    till.create(Till.item(ITEM, 5));
    setGate(EVERYTHING.toJson());
    assertThat(redis.number("DBSIZE")).isZero();
    till.preheat(ITEM);
    assertThat(hash()).isEqualTo(expected("1", "ALWAYS", "1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"waitingRoom\": \"yes\"}",
        "{\"challenge\": \"SOMETIMES\"}",
        "{\"challenge\": 1}",
        "{\"reservation\": true}",
        "{\"reservation\": {\"from\": \"2026-01-01T00:00:00Z\"}}",
        "{\"reservation\": {\"from\": \"2026-01-02T00:00:00Z\", \"until\": \"2026-01-01T00:00:00Z\"}}",
        "{\"reservation\": {\"from\": \"2026-01-01T00:00\", \"until\": \"2026-01-02T00:00\"}}",
        "{\"reservation\": {\"from\": \"2090-01-01T00:00:00Z\", \"until\": \"2090-01-02T00:00:00Z\"}}",
        "{\"waitingroom\": true}"
      })
  @DisplayName("nonsense is refused and changes nothing, neither in the books nor in Redis")
  void nonsense(String gate) {
    till.sell(ITEM, 5);
    assertThat(Till.failure(till.send(Addresses.ITEM_GATE, request(new JsonObject(gate)))))
        .isEqualTo(Outcome.BAD_REQUEST);
    assertThat(hash()).isEqualTo(expected("0", "AUTO", "0"));
    assertThat(listed()).isEqualTo(ItemGate.OPEN.toJson());
  }

  @Test
  @DisplayName("an unknown item has no gate to set; a request without an actor is refused")
  void unknownItem() {
    assertThat(Till.failure(till.send(Addresses.ITEM_GATE, request(new JsonObject()))))
        .isEqualTo(Outcome.NOT_FOUND);
    assertThat(
            Till.failure(
                till.send(Addresses.ITEM_GATE, Till.forItem(ITEM).put("gate", new JsonObject()))))
        .isEqualTo(Outcome.BAD_REQUEST);
  }

  @Test
  @DisplayName("one item configured twice is refused: the first one stands, with its gate")
  void configuredTwice() {
    till.create(Till.item(ITEM, 5, EVERYTHING));
    JsonObject second =
        new JsonObject().put("item", Till.item(ITEM, 7).toJson()).put("actor", "olga");
    assertThat(Till.failure(till.send(Addresses.ITEM_CREATE, second))).isEqualTo(Outcome.CONFLICT);
    till.preheat(ITEM);
    assertThat(redis.get(KEYS.stock())).isEqualTo("5");
    assertThat(listed()).isEqualTo(EVERYTHING.toJson());
    assertThat(mysql.number("SELECT COUNT(*) FROM item_gate")).isEqualTo(1);
  }
}
