package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static seckill.order.Sale.ITEM;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class ReplayIT {
  private Sale sale;
  private Operator operator;
  private TillStandIn till;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql).with("consumer", "maxDeliveries", 1);
    operator = new Operator(sale, "op1");
    till = new TillStandIn(vertx);
  }

  /** Sells one unit more than there is, and returns the order that went aside. */
  private String oversold() {
    sale.item(ITEM, 1);
    sale.order(ITEM, "u1");
    String order = sale.order(ITEM, "u2");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1, 1);
    return order;
  }

  private void restock() {
    sale.mysql.query("UPDATE seckill_item SET restocked = restocked + 1 WHERE id = ?", ITEM);
  }

  private long messages() {
    return sale.redis.number("XLEN", Sale.stream(ITEM));
  }

  @Test
  @DisplayName("a letter is sent through once, however often and by how many it is asked for")
  void replaysOnce() {
    oversold();
    restock();
    long before = messages();
    String id = operator.onlyLetter();

    List<Future<JsonObject>> tries =
        List.of(
            operator.send(Addresses.DEAD_LETTER_REPLAY, id),
            new Operator(sale, "op2").send(Addresses.DEAD_LETTER_REPLAY, id),
            operator.send(Addresses.DEAD_LETTER_REPLAY, id));
    TestVertx.await(Future.join(tries).otherwiseEmpty());

    sale.awaitDrained(ITEM, 2, 1, 0);
    assertThat(messages()).isEqualTo(before + 1);
    JsonObject again = operator.replay(id);
    assertThat(again.getString("state")).isEqualTo("REPLAYED");
    assertThat(again.getBoolean("repeated")).isTrue();
    assertThat(messages()).isEqualTo(before + 1);
    assertThat(operator.audited("dead-letter-replay", "OK")).isEqualTo(1);
    assertThat(till.asked).isEmpty();
    JsonArray history =
        operator
            .list(new JsonObject())
            .getJsonArray("letters")
            .getJsonObject(0)
            .getJsonArray("history");
    assertThat(history.getJsonObject(0).getString("action")).isEqualTo("REPLAY");
    operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, id, Outcome.CONFLICT);
  }

  @Test
  @DisplayName(
      "a replay that died before its state was written is finished by the same and no other")
  void replayDiesHalfWay() {
    oversold();
    restock();
    String id = operator.onlyLetter();
    sale.mysql.query("RENAME TABLE admin_audit TO away");
    operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, id, Outcome.DEGRADED);
    sale.mysql.query("RENAME TABLE away TO admin_audit");
    sale.awaitDrained(ITEM, 2, 1, 0);

    operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, id, Outcome.CONFLICT);
    assertThat(operator.replay(id).getString("state")).isEqualTo("REPLAYED");

    sale.awaitDrained(ITEM, 2, 1, 0);
    assertThat(till.asked).isEmpty();
  }

  @Test
  @DisplayName("a letter whose copy Redis has lost is sent through from the books")
  void replaysFromTheBooks() {
    oversold();
    restock();
    sale.redis.command("DEL", RedisKeys.DEFAULT.of(ITEM).dead());

    operator.replay(operator.onlyLetter());

    sale.awaitDrained(ITEM, 2, 1, 0);
  }

  @Test
  @DisplayName("a letter that fails again is a new one, and the old one names it")
  void failsAgain() {
    String order = oversold();
    String first = operator.onlyLetter();
    operator.replay(first);

    sale.awaitDrained(ITEM, 1, 2, 1);
    List<JsonObject> letters =
        operator.list(new JsonObject()).getJsonArray("letters").stream()
            .map(JsonObject.class::cast)
            .toList();
    JsonObject again = letters.get(1);
    assertThat(letters.get(0).getString("id")).isEqualTo(first);
    assertThat(letters.get(0).getString("deadAgainAs")).isEqualTo(again.getString("id"));
    assertThat(letters.get(0).getJsonArray("history").getJsonObject(0).getString("detail"))
        .contains(again.getString("streamId"));
    assertThat(again.containsKey("deadAgainAs")).isFalse();
    assertThat(operator.list(new JsonObject().put("state", "OPEN")).getJsonArray("letters"))
        .singleElement()
        .satisfies(
            letter -> assertThat(((JsonObject) letter).getString("orderId")).isEqualTo(order));
    assertThat(operator.statusOf(order, "u2")).isEqualTo("UNDER_REVIEW");
  }

  @Test
  @DisplayName("while an item is built anew nothing is decided, and afterwards everything can be")
  void itemIsBuiltAnew() {
    oversold();
    restock();
    String id = operator.onlyLetter();
    till.result = "LOADING";
    sale.redis.command("HSET", RedisKeys.DEFAULT.of(ITEM).item(), RedisKeys.ITEM_LOADING, "1");
    operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, id, Outcome.BUSY);
    operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, id, Outcome.BUSY);
    assertThat(sale.deadCopies(ITEM)).isEqualTo(1);

    sale.redis.command("HDEL", RedisKeys.DEFAULT.of(ITEM).item(), RedisKeys.ITEM_LOADING);
    operator.replay(id);

    sale.awaitDrained(ITEM, 2, 1, 0);
  }
}
