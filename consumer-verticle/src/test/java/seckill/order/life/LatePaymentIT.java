package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.life.Shop.ITEM;
import static seckill.order.life.Shop.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.OrderStatus;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;

/** Payments that come when the order has ended: never silence, never a unit too many. */
@ExtendWith({VertxExtension.class, MySqlExtension.class})
class LatePaymentIT {
  private Shop shop;

  @BeforeEach
  void open(Vertx vertx, TestMySql mysql) {
    shop = new Shop(vertx, mysql, 1).item(ITEM, 1);
    shop.start();
  }

  private String closed(String userId) {
    String order = shop.buy(ITEM, userId);
    shop.clock.advance(Duration.ofSeconds(900));
    shop.awaitStatus(order, "CLOSED");
    shop.awaitQuiet();
    return order;
  }

  private void awaitRefund(String order, String payment) {
    shop.awaitStatus(order, "REFUND_DUE");
    shop.awaitQuiet();
    assertThat(shop.payment(payment)).isEqualTo("REFUND_DUE");
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(shop.alerts)
                    .extracting(alert -> alert.getString("kind"))
                    .contains("REFUND_DUE"));
    assertThat(shop.hooked)
        .anyMatch(c -> c.orderId().equals(order) && c.status() == OrderStatus.REFUND_DUE);
  }

  @Test
  @DisplayName(
      "a buyer who pays when the last unit has gone to another is refunded; the other keeps it")
  void theOtherKeepsIt() {
    String late = closed("a");
    String winner = shop.buy(ITEM, "b");
    assertThat(shop.pay(late, "p1")).isEqualTo("TAKING");
    awaitRefund(late, "p1");
    assertThat(shop.status(winner)).isEqualTo("CREATED");
    assertThat(shop.live(ITEM)).isEqualTo(1);
    assertThat(shop.till.stock()).isZero();
    assertThat(shop.till.orderOf("b")).isEqualTo(winner);
    assertThat(shop.pay(late, "p1")).isEqualTo("REFUND_DUE");
    assertThat(shop.pay(winner, "p2")).isEqualTo("PAID");
  }

  @Test
  @DisplayName("a buyer who pays late while a unit is left gets it, once")
  void getsItAgain() {
    String late = closed("a");
    assertThat(shop.pay(late, "p1")).isEqualTo("TAKING");
    shop.awaitStatus(late, "PAID");
    shop.awaitQuiet();
    assertThat(shop.payment("p1")).isEqualTo("PAID");
    assertThat(shop.live(ITEM)).isEqualTo(1);
    assertThat(shop.till.stock()).isZero();
    assertThat(shop.till.takes).hasSize(1);
    assertThat(shop.till.takes.get(0).getLong("seq"))
        .isGreaterThan(shop.till.returns.get(0).getLong("seq"));
    assertThat(shop.pay(late, "p1")).isEqualTo("PAID");
    assertThat(shop.pay(late, "p2")).isEqualTo("REFUND_DUE");
    assertThat(shop.events(late)).containsExactly("CLOSED", "CLOSED", "PAID", "PAID");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SOLD_OUT", "DUPLICATE", "GONE", "CLOSED", "ALREADY"})
  @DisplayName("whatever the till refuses a unit for, the money goes back")
  void refusedByTheTill(String result) {
    String late = closed("a");
    shop.till.forced = request -> result;
    shop.pay(late, "p1");
    awaitRefund(late, "p1");
    assertThat(shop.till.returned()).containsExactly(late);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LOADING", "WRONGTYPE", "NEVER_HEARD_OF"})
  @DisplayName("a till that cannot tell yet is asked until it can")
  void askedAgain(String result) {
    String late = closed("a");
    shop.till.forced = request -> result;
    shop.pay(late, "p1");
    await().atMost(LIMIT).until(() -> moveAndCountTakes() > 2);
    assertThat(shop.status(late)).isEqualTo("CLOSED");
    assertThat(shop.payment("p1")).isEqualTo("TAKING");
    shop.till.forced = request -> null;
    await().atMost(LIMIT).until(() -> moveAndCountTakes() > 0 && shop.status(late).equals("PAID"));
    shop.awaitQuiet();
  }

  private int moveAndCountTakes() {
    shop.clock.advance(Duration.ofMillis(10));
    return shop.till.takes.size();
  }

  @Test
  @DisplayName("a unit that the ledger does not cover is given back again and the money goes back")
  void ledgerIsFull(TestMySql mysql) {
    String late = closed("a");
    // Another holds the unit in the books; the till has forgotten that.
    String winner = shop.buy(ITEM, "b");
    shop.till.forced =
        request -> {
          if (!request.containsKey("unit")) {
            shop.till.holders.put("a", late);
            return "TAKEN";
          }
          return null;
        };
    shop.pay(late, "p1");
    awaitRefund(late, "p1");
    assertThat(shop.status(winner)).isEqualTo("CREATED");
    assertThat(shop.sold(ITEM)).isEqualTo(1);
    assertThat(shop.till.orderOf("a")).isNull();
    JsonObject back = shop.till.returns.get(shop.till.returns.size() - 1);
    assertThat(back.getString("orderId")).isEqualTo(late);
    assertThat(back.getString("result")).isEqualTo("RETURNED");
    assertThat(back.getLong("seq")).isGreaterThan(shop.till.takes.get(0).getLong("seq"));
    assertThat(mysql.number("SELECT COUNT(*) FROM payment")).isEqualTo(1);
  }

  @Test
  @DisplayName("a buyer who holds another order by now is refunded, whatever the till says")
  void holdsAnother(TestMySql mysql) {
    mysql.query("UPDATE seckill_item SET restocked = 5");
    String late = closed("a");
    String newer = shop.buy(ITEM, "a");
    shop.till.forced = request -> request.containsKey("unit") ? null : "TAKEN";
    shop.pay(late, "p1");
    awaitRefund(late, "p1");
    assertThat(shop.status(newer)).isEqualTo("CREATED");
    assertThat(shop.live(ITEM)).isEqualTo(1);
    // The till knows the newer order, so the unit that is given back is not this one.
    assertThat(shop.till.orderOf("a")).isEqualTo(newer);
  }

  @Test
  @DisplayName("no unit is taken from a sale whose rest was booked back meanwhile")
  void settledMeanwhile(TestMySql mysql) {
    String late = closed("a");
    mysql.query(
        "INSERT INTO settlement (item_id, units, sold, unsold, settled_at)"
            + " VALUES (?, 1, 0, 1, UTC_TIMESTAMP(3))",
        ITEM);
    shop.pay(late, "p1");
    awaitRefund(late, "p1");
    assertThat(mysql.number("SELECT unsold FROM settlement")).isEqualTo(1);
    assertThat(shop.till.stock()).isEqualTo(1);
  }

  @Test
  @DisplayName("of two late payments one at most gets the unit, and the other is refunded")
  void twoLatePayments() {
    String late = closed("a");
    shop.till.forced = request -> "LOADING";
    assertThat(shop.pay(late, "p1")).isEqualTo("TAKING");
    assertThat(shop.pay(late, "p2")).isEqualTo("REFUND_DUE");
    shop.till.forced = request -> null;
    await().atMost(LIMIT).until(() -> moveAndCountTakes() > 0 && shop.status(late).equals("PAID"));
    assertThat(shop.payment("p1")).isEqualTo("PAID");
    assertThat(shop.payment("p2")).isEqualTo("REFUND_DUE");
    shop.awaitQuiet();
  }

  @Test
  @DisplayName("a late payment may come before the unit was returned: the return goes first")
  void paysBeforeTheReturn() {
    String order = shop.buy(ITEM, "a");
    shop.till.forced = request -> "LOADING";
    shop.cancel(order, "a");
    assertThat(shop.pay(order, "p1")).isEqualTo("TAKING");
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              shop.clock.advance(Duration.ofMillis(10));
              return shop.till.returns.size() > 3;
            });
    assertThat(shop.till.takes).isEmpty();
    shop.till.forced = request -> null;
    await().atMost(LIMIT).until(() -> moveAndCountTakes() > 0 && shop.status(order).equals("PAID"));
    shop.awaitQuiet();
    assertThat(shop.till.takes).hasSize(1);
    assertThat(shop.till.stock()).isZero();
  }
}
