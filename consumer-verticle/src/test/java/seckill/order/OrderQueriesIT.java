package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static seckill.order.Sale.ITEM;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.OrderMessage;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class OrderQueriesIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  private static JsonObject question(String orderId, String userId) {
    return new JsonObject().put("orderId", orderId).put("userId", userId);
  }

  private JsonObject ask(JsonObject question) {
    return TestVertx.await(sale.vertx.eventBus().<JsonObject>request(Addresses.ORDER_GET, question))
        .body();
  }

  private void assertRefused(Object question, Outcome outcome) {
    assertThatThrownBy(
            () -> TestVertx.await(sale.vertx.eventBus().request(Addresses.ORDER_GET, question)))
        .isInstanceOfSatisfying(
            ReplyException.class,
            e -> assertThat(e.failureCode()).isEqualTo(outcome.failureCode()));
  }

  private void receipt(long itemId, String userId, String value) {
    sale.redis.command("HSET", RedisKeys.DEFAULT.of(itemId).receipts(), userId, value);
  }

  @Test
  @DisplayName("a written order is told in full to its buyer and to nobody else")
  void writtenOrder() {
    sale.item(ITEM, 10);
    String orderId = sale.newOrderId();
    Map<String, String> fields = Sale.fields(orderId, ITEM, "李雷");
    fields.put(OrderMessage.REFERENCE, "cart-7");
    sale.add(ITEM, fields);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1);

    assertThat(ask(question(orderId, "李雷")))
        .isEqualTo(
            new JsonObject()
                .put("orderId", orderId)
                .put("itemId", "1001")
                .put("status", "CREATED")
                .put("priceCents", Sale.PRICE)
                .put("reference", "cart-7")
                .put("purchasedAt", "2026-11-30T00:53:20.123Z"));
    assertRefused(question(orderId, "李雷 "), Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName("an order that is to be paid says until when, by its item's rule, and no other does")
  void payUntil() {
    sale.with("life", "payWithinSeconds", 900).item(ITEM, 10).item(1002, 10).item(1003, 10);
    sale.mysql.query("INSERT INTO order_rule (item_id, pay_within_seconds) VALUES (1002, 60)");
    sale.mysql.query("INSERT INTO order_rule (item_id, pay_within_seconds) VALUES (1003, 0)");
    // Written some minutes after the purchase, and the whole time counts from then on.
    sale.clock = Clock.fixed(Instant.parse("2026-11-30T01:00:00.250Z"), ZoneOffset.UTC);
    String usual = sale.order(ITEM, "u1");
    String quick = sale.order(1002, "u1");
    String patient = sale.order(1003, "u1");
    sale.start("c-1");
    List.of(ITEM, 1002L, 1003L).forEach(item -> sale.awaitDrained(item, 1));

    assertThat(payUntil(usual)).isEqualTo("2026-11-30T01:15:00.250Z");
    assertThat(payUntil(quick)).isEqualTo("2026-11-30T01:01:00.250Z");
    assertThat(payUntil(patient)).isNull();
    JsonObject list =
        TestVertx.await(
                sale.vertx
                    .eventBus()
                    .<JsonObject>request(
                        Addresses.ORDER_LIST,
                        new JsonObject().put("userId", "u1").put("itemId", "1002")))
            .body();
    assertThat(list.getJsonArray("orders").getJsonObject(0).getString("payUntil"))
        .isEqualTo("2026-11-30T01:01:00.250Z");

    sale.mysql.query("UPDATE orders SET status = 'PAID' WHERE order_id = ?", usual);
    assertThat(payUntil(usual)).isNull();
  }

  private String payUntil(String orderId) {
    return ask(question(orderId, "u1")).getString("payUntil");
  }

  @Test
  @DisplayName(
      "an accepted order that is not written yet is queued, with or without its item named")
  void queuedOrder() {
    sale.item(ITEM, 10).item(1002, 10);
    String plain = sale.newOrderId();
    String withKey = sale.newOrderId();
    receipt(ITEM, "u1", plain);
    receipt(1002, "u1", withKey + "|abc.def");
    sale.start("c-1");

    JsonObject queued =
        new JsonObject().put("orderId", plain).put("itemId", "1001").put("status", "QUEUED");
    assertThat(ask(question(plain, "u1"))).isEqualTo(queued);
    assertThat(ask(question(plain, "u1").put("itemId", "1001"))).isEqualTo(queued);
    assertThat(ask(question(withKey, "u1")).getString("itemId")).isEqualTo("1002");
    assertRefused(question(plain, "u1").put("itemId", "1002"), Outcome.NOT_FOUND);
    assertRefused(question(plain, "u2"), Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName("an order among the dead letters is under review, for its buyer alone")
  void deadLetter() {
    sale.item(ITEM, 0);
    String orderId = sale.order(ITEM, "u1");
    receipt(ITEM, "u1", orderId);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 0, 1);

    assertThat(ask(question(orderId, "u1")))
        .isEqualTo(
            new JsonObject()
                .put("orderId", orderId)
                .put("itemId", "1001")
                .put("status", "UNDER_REVIEW"));
    assertRefused(question(orderId, "u2"), Outcome.NOT_FOUND);
  }

  @Test
  @DisplayName("an accepted order is queued although its item went live a moment ago")
  void itemOfAMomentAgo() {
    sale.item(ITEM, 10).with("consumer", "discoverMillis", 60_000);
    sale.start("c-1");
    String orderId = sale.newOrderId();
    receipt(1002, "u1", orderId);
    assertRefused(question(orderId, "u1"), Outcome.NOT_FOUND);

    sale.redis.command("SADD", RedisKeys.DEFAULT.liveItems(), "1002", "no item");

    assertThat(ask(question(orderId, "u1")).getString("status")).isEqualTo("QUEUED");
    JsonArray orders =
        TestVertx.await(
                sale.vertx
                    .eventBus()
                    .<JsonObject>request(
                        Addresses.ORDER_LIST, new JsonObject().put("userId", "u1")))
            .body()
            .getJsonArray("orders");
    assertThat(orders.getJsonObject(0).getString("orderId")).isEqualTo(orderId);
  }

  @Test
  @DisplayName("a question of the wrong shape is refused and says so")
  void malformedQuestions() {
    sale.start("c-1");
    String orderId = sale.newOrderId();

    assertRefused(question(orderId, "u1"), Outcome.NOT_FOUND);
    assertRefused(question("nonsense", "u1"), Outcome.BAD_REQUEST);
    assertRefused(question(orderId, ""), Outcome.BAD_REQUEST);
    assertRefused(question(orderId, "u1").put("itemId", "abc"), Outcome.BAD_REQUEST);
    assertRefused(question(orderId, "u1").put("itemId", 1001), Outcome.BAD_REQUEST);
    assertRefused(question(orderId, "u1").put("extra", true), Outcome.BAD_REQUEST);
    assertRefused(new JsonObject(), Outcome.BAD_REQUEST);
    assertRefused(new JsonObject().put("orderId", 7).put("userId", "u1"), Outcome.BAD_REQUEST);
    assertRefused(null, Outcome.BAD_REQUEST);
    assertRefused("text", Outcome.BAD_REQUEST);
  }
}
