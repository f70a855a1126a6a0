package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.life.Shop.ITEM;
import static seckill.order.life.Shop.LIMIT;
import static seckill.order.life.Shop.PRICE;
import static seckill.order.life.Shop.notice;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.OrderStatus;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class PaymentIT {
  private Shop shop;

  @BeforeEach
  void open(Vertx vertx, TestMySql mysql) {
    shop = new Shop(vertx, mysql, 10).item(ITEM, 10).item(1002, 10);
    shop.start();
  }

  private void awaitAlert(String kind, String... words) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(shop.alerts)
                    .anySatisfy(
                        alert -> {
                          assertThat(alert.getString("kind")).isEqualTo(kind);
                          assertThat(alert.getString("detail")).contains(words);
                        }));
  }

  @Test
  @DisplayName("a payment pays its order once, however often its notice comes, also at once")
  void paysOnce() {
    shop.start();
    String order = shop.buy(ITEM, "u1");
    List<Future<JsonObject>> answers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      answers.add(shop.ask(Addresses.ORDER_PAY, notice(order, "p1", PRICE)));
    }
    TestVertx.await(Future.all(answers));
    assertThat(answers).allMatch(answer -> answer.result().getString("outcome").equals("PAID"));
    assertThat(answers.stream().filter(a -> !a.result().getBoolean("repeated"))).hasSize(1);
    assertThat(shop.status(order)).isEqualTo("PAID");
    assertThat(shop.events(order)).containsExactly("PAID");
    assertThat(shop.sold(ITEM)).isEqualTo(1);
    assertThat(shop.hooked).extracting(OrderChange::status).containsExactly(OrderStatus.PAID);
    assertThat(shop.alerts).isEmpty();
  }

  @Test
  @DisplayName("a payment's number with other content is a conflict and changes nothing")
  void reusedNumber() {
    String order = shop.buy(ITEM, "u1");
    String other = shop.buy(1002, "u1");
    shop.pay(order, "p1");
    shop.assertRefused(Outcome.CONFLICT, Addresses.ORDER_PAY, notice(other, "p1", PRICE));
    shop.assertRefused(Outcome.CONFLICT, Addresses.ORDER_PAY, notice(order, "p1", PRICE + 1));
    assertThat(shop.status(other)).isEqualTo("CREATED");
    assertThat(shop.events(order)).containsExactly("PAID");
    assertThat(shop.events(other)).isEmpty();
  }

  @Test
  @DisplayName("one number for orders of two items at the same moment pays one of them")
  void oneNumberForTwo() {
    shop.start();
    for (int round = 0; round < 10; round++) {
      String first = shop.buy(ITEM, "u" + round);
      String second = shop.buy(1002, "v" + round);
      String number = "p" + round;
      Future<JsonObject> one = shop.ask(Addresses.ORDER_PAY, notice(first, number, PRICE));
      Future<JsonObject> two = shop.ask(Addresses.ORDER_PAY, notice(second, number, PRICE));
      TestVertx.await(Future.join(one, two).otherwiseEmpty());
      assertThat(one.succeeded()).isNotEqualTo(two.succeeded());
      assertThat(List.of(shop.status(first), shop.status(second)))
          .containsExactlyInAnyOrder("PAID", "CREATED");
    }
  }

  @Test
  @DisplayName("another amount than the price is refused, changes nothing, and is noted once")
  void wrongAmount() {
    String order = shop.buy(ITEM, "u1");
    for (int i = 0; i < 3; i++) {
      shop.assertRefused(
          Outcome.AMOUNT_MISMATCH, Addresses.ORDER_PAY, notice(order, "p1", PRICE - 1));
    }
    assertThat(shop.status(order)).isEqualTo("CREATED");
    assertThat(shop.events(order)).containsExactly("CREATED");
    assertThat(shop.mysql.number("SELECT COUNT(*) FROM payment")).isZero();
    awaitAlert("AMOUNT_MISMATCH", order, "p1");
    assertThat(shop.pay(order, "p1")).isEqualTo("PAID");
  }

  @Test
  @DisplayName("a second payment of a paid order is to be refunded, and everybody hears of it")
  void paidTwice() {
    String order = shop.buy(ITEM, "u1");
    shop.pay(order, "p1");
    assertThat(shop.pay(order, "p2")).isEqualTo("REFUND_DUE");
    assertThat(shop.pay(order, "p2")).isEqualTo("REFUND_DUE");
    assertThat(shop.pay(order, "p1")).isEqualTo("PAID");
    assertThat(shop.status(order)).isEqualTo("PAID");
    assertThat(shop.payment("p2")).isEqualTo("REFUND_DUE");
    assertThat(shop.events(order)).containsExactly("PAID", "PAID");
    assertThat(shop.hooked)
        .extracting(OrderChange::status)
        .containsExactly(OrderStatus.PAID, OrderStatus.REFUND_DUE);
    awaitAlert("REFUND_DUE", order, "p2");
  }

  @Test
  @DisplayName(
      "a payment for an order that is not written yet is asked for again, and then pays it")
  void tooEarly(TestMySql mysql) {
    String order = shop.buy(ITEM, "u1");
    mysql.query("UPDATE orders SET order_id = ? WHERE order_id = ?", shop.newId(), order);
    shop.assertRefused(Outcome.PENDING, Addresses.ORDER_PAY, notice(order, "p1", PRICE));
    assertThat(mysql.number("SELECT COUNT(*) FROM payment")).isZero();
    assertThat(shop.alerts).isEmpty();
    mysql.query("UPDATE orders SET order_id = ?", order);
    assertThat(shop.pay(order, "p1")).isEqualTo("PAID");
  }

  @Test
  @DisplayName("a payment for an old order that nobody knows calls for a person")
  void unknownOrder() {
    String order = shop.newId();
    shop.clock.advance(Duration.ofMinutes(11));
    shop.assertRefused(Outcome.PENDING, Addresses.ORDER_PAY, notice(order, "p1", PRICE));
    awaitAlert("UNKNOWN_ORDER_PAID", order, "p1");
  }

  @Test
  @DisplayName("a payment for an order that was given up is to be refunded")
  void givenUp(TestMySql mysql) {
    String order = shop.newId();
    mysql.query(
        "INSERT INTO dead_letter (item_id, stream_id, order_id, user_id, fields, reason,"
            + " deliveries, created_at, state) VALUES (?, '1-1', ?, ?, '{}', 'OVERSOLD', 1,"
            + " UTC_TIMESTAMP(3), 'OPEN')",
        ITEM,
        Buffer.buffer(order),
        Buffer.buffer("u1"));
    shop.assertRefused(Outcome.PENDING, Addresses.ORDER_PAY, notice(order, "p1", PRICE));
    mysql.query("UPDATE dead_letter SET state = 'DISCARDED'");
    assertThat(shop.pay(order, "p1")).isEqualTo("REFUND_DUE");
    assertThat(shop.pay(order, "p1")).isEqualTo("REFUND_DUE");
    assertThat(shop.events(order)).containsExactly("REFUND_DUE");
    assertThat(shop.hooked).extracting(change -> change.userId().toString()).containsExactly("u1");
    awaitAlert("REFUND_DUE", order, "p1");
  }

  @Test
  @DisplayName("a notice of the wrong shape is refused and says so")
  void malformed() {
    String order = shop.buy(ITEM, "u1");
    JsonObject good = notice(order, "p1", PRICE);
    for (JsonObject odd :
        List.of(
            new JsonObject(),
            good.copy().put("orderId", "x"),
            good.copy().put("paymentId", ""),
            good.copy().put("paymentId", "p 1"),
            good.copy().put("paymentId", "付款"),
            good.copy().put("paymentId", "p".repeat(65)),
            good.copy().put("paymentId", 7),
            good.copy().put("amountCents", "149900"),
            good.copy().put("amountCents", 149900.5),
            good.copy().put("amountCents", -1),
            good.copy().putNull("amountCents"),
            good.copy().put("actor", ""),
            good.copy().put("extra", 1))) {
      shop.assertRefused(Outcome.BAD_REQUEST, Addresses.ORDER_PAY, odd);
    }
    assertThat(shop.status(order)).isEqualTo("CREATED");
  }
}
