package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.Map;
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
class DiscardIT {
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

  @Test
  @DisplayName(
      "a letter is given up once: the till takes its user out, and says whether there is a unit")
  void discardsOnce() {
    String order = oversold();
    String id = operator.onlyLetter();

    JsonObject reply = operator.discard(id);
    JsonObject again = operator.discard(id);

    assertThat(reply.getString("state")).isEqualTo("DISCARDED");
    assertThat(again.getBoolean("repeated")).isTrue();
    assertThat(till.asked).hasSize(1);
    JsonObject asked = till.asked.get(0);
    assertThat(asked.getLong("timeLeftMillis")).isPositive();
    asked.remove("timeLeftMillis");
    assertThat(asked)
        .isEqualTo(
            new JsonObject()
                .put("itemId", "1001")
                .put("userId", "u2")
                .put("orderId", order)
                .put("seq", 0)
                .put("unit", true)
                .put("right", true));
    assertThat(sale.deadCopies(ITEM)).isZero();
    assertThat(operator.audited("dead-letter-discard", "OK")).isEqualTo(1);
    operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, id, Outcome.CONFLICT);
  }

  @Test
  @DisplayName("two operators who give a letter up at once give one unit back")
  void twoOperatorsDiscard() {
    sale.item(ITEM, 10);
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(4) NOT NULL");
    sale.order(ITEM, "too long");
    sale.start("c-1");
    sale.start("c-2");
    sale.awaitDrained(ITEM, 0, 1);
    String id = operator.onlyLetter();

    TestVertx.await(
        Future.join(
                operator.send(Addresses.DEAD_LETTER_DISCARD, id),
                new Operator(sale, "op2").send(Addresses.DEAD_LETTER_DISCARD, id))
            .otherwiseEmpty());

    await().atMost(LIMIT).until(() -> operator.discard(id).getBoolean("repeated"));
    assertThat(till.asked).hasSize(1);
    assertThat(till.asked.get(0).getBoolean("unit")).isTrue();
    assertThat(operator.audited("dead-letter-discard", "OK")).isEqualTo(1);
  }

  @Test
  @DisplayName("without an answer of the till a letter stays open, and can only be given up")
  void tillIsSilent() {
    sale.with("consumer", "returnTimeoutMillis", 1000);
    oversold();
    String id = operator.onlyLetter();
    till.silent = true;
    operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, id, Outcome.DEGRADED);

    operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, id, Outcome.CONFLICT);
    assertThat(operator.list(new JsonObject().put("state", "OPEN")).getJsonArray("letters"))
        .hasSize(1);
    till.silent = false;
    operator.discard(id);

    assertThat(till.asked).hasSize(2);
    assertThat(operator.audited("dead-letter-discard", "DEGRADED")).isEqualTo(1);
  }

  @Test
  @DisplayName("while a discard waits for the till, orders land and messages go aside")
  void landingGoesOn() {
    sale.withQueryTimeout(18000).with("consumer", "returnTimeoutMillis", 8000);
    oversold();
    String id = operator.onlyLetter();
    till.silent = true;
    Future<JsonObject> waiting = operator.send(Addresses.DEAD_LETTER_DISCARD, id);
    await().atMost(LIMIT).until(() -> till.asked.size() == 1);

    restock();
    sale.order(ITEM, "u3");
    sale.awaitDrained(ITEM, 2, 1);
    sale.order(ITEM, "u4");
    // The stream is delivered anew, with the letter's message in it.
    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);

    sale.awaitDrained(ITEM, 2, 2);
    assertThat(waiting.isComplete()).isFalse();
    await().atMost(LIMIT).until(waiting::failed);
  }

  @Test
  @DisplayName("a discard that died after the till's answer is finished by the same and no other")
  void discardDiesHalfWay() {
    oversold();
    String id = operator.onlyLetter();
    sale.mysql.query("RENAME TABLE admin_audit TO away");
    operator.assertRefused(Addresses.DEAD_LETTER_DISCARD, id, Outcome.DEGRADED);
    sale.mysql.query("RENAME TABLE away TO admin_audit");

    operator.assertRefused(Addresses.DEAD_LETTER_REPLAY, id, Outcome.CONFLICT);
    till.result = "ALREADY";
    operator.discard(id);

    assertThat(till.asked).hasSize(2);
    assertThat(till.asked.get(1).getString("orderId"))
        .isEqualTo(till.asked.get(0).getString("orderId"));
    assertThat(sale.deadCopies(ITEM)).isZero();
  }

  @Test
  @DisplayName("the unit of a user's other order is not given back with a letter")
  void unitOfAnotherOrder() {
    sale.item(ITEM, 10);
    sale.order(ITEM, "u1");
    sale.order(ITEM, "u1");
    sale.add(ITEM, Map.of("nonsense", "x"));
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1, 2);

    operator.letters().forEach(operator::discard);

    assertThat(till.asked).isEmpty();
    assertThat(sale.deadCopies(ITEM)).isZero();
    assertThat(operator.list(new JsonObject().put("state", "DISCARDED")).getJsonArray("letters"))
        .hasSize(2);
  }

  @Test
  @DisplayName("a group created anew brings no given-up order back")
  void groupVanishesAfterDiscard() {
    oversold();
    operator.discard(operator.onlyLetter());
    restock();

    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);
    sale.order(ITEM, "u9");

    sale.awaitDrained(ITEM, 2, 1, 0);
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM orders WHERE user_id = 'u2' AND live = 1"))
        .isZero();
  }

  @Test
  @DisplayName("a Redis that is set back brings no given-up order back, even if there is room")
  void redisIsSetBackAfterDiscard() {
    String order = oversold();
    operator.discard(operator.onlyLetter());
    restock();

    sale.redis.command("DEL", Sale.stream(ITEM));
    sale.add(ITEM, Sale.fields(order, ITEM, "u2"));
    sale.order(ITEM, "u9");

    sale.awaitDrained(ITEM, 2, 1, 0);
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM orders WHERE user_id = 'u2' AND live = 1"))
        .isZero();
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM orders WHERE status = 'FAILED'"))
        .isEqualTo(1);
  }

  /** Has the order of a user too long for the table given up, and then mends the table. */
  private String discardUnstorable() {
    sale.item(ITEM, 10);
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(4) NOT NULL");
    String order = sale.order(ITEM, "too long");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 0, 1);
    operator.discard(operator.onlyLetter());
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(128) NOT NULL");
    return order;
  }

  private void assertStaysGivenUp(String order) {
    sale.awaitDrained(ITEM, 1, 1, 0);
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM orders WHERE order_id = ?", order)).isZero();
    assertThat(operator.statusOf(order, "too long")).isEqualTo("FAILED");
    assertThat(operator.onlyLetter()).isNotNull();
  }

  @Test
  @DisplayName(
      "an order that could not be stored and was given up stays so when its stream is set back")
  void unstorableIsDeliveredAgain() {
    String order = discardUnstorable();

    sale.redis.command("DEL", Sale.stream(ITEM));
    sale.add(ITEM, Sale.fields(order, ITEM, "too long"));
    sale.order(ITEM, "u9");

    assertStaysGivenUp(order);
  }

  @Test
  @DisplayName("a given-up order gets no second letter, whatever its message looks like by then")
  void givenUpOrderDiesAgain() {
    String order = discardUnstorable();
    Map<String, String> unreadable = Sale.fields(order, ITEM, "too long");
    unreadable.put("price_cents", "none");

    sale.add(ITEM, unreadable);
    sale.add(ITEM, Sale.fields(order, ITEM, "too long"));
    sale.order(ITEM, "u9");

    assertStaysGivenUp(order);
  }

  @Test
  @DisplayName("an order is given up with its first letter; its second can only be given up, too")
  void secondLetterOfAGivenUpOrder() {
    sale.item(ITEM, 10);
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(4) NOT NULL");
    String order = sale.order(ITEM, "too long");
    sale.add(ITEM, Sale.fields(order, ITEM, "too long"));
    sale.start("c-1");
    sale.awaitDrained(ITEM, 0, 2);
    operator.discard(operator.letters().get(0));
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(128) NOT NULL");

    assertThat(operator.statusOf(order, "too long")).isEqualTo("FAILED");
    operator.assertRefused(
        Addresses.DEAD_LETTER_REPLAY, operator.letters().get(1), Outcome.CONFLICT);
    till.result = "ALREADY";
    operator.discard(operator.letters().get(1));

    assertThat(sale.rows(ITEM)).isZero();
  }

  @Test
  @DisplayName("an item that MySQL gets later knows which of its orders were given up")
  void itemComesLater() {
    sale.redis.command("SADD", RedisKeys.DEFAULT.liveItems(), Long.toString(ITEM));
    String order = sale.order(ITEM, "u1");
    sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.deadRows(ITEM) == 1 && sale.backlog(ITEM) == 0);
    operator.discard(operator.onlyLetter());
    sale.itemRow(ITEM, 10);

    sale.add(ITEM, Sale.fields(order, ITEM, "u1"));
    sale.order(ITEM, "u9");

    sale.awaitDrained(ITEM, 1, 1, 0);
    assertThat(operator.statusOf(order, "u1")).isEqualTo("FAILED");
  }
}
