package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.life.Shop.ITEM;
import static seckill.order.life.Shop.LIMIT;

import io.micrometer.core.instrument.Counter;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;

@ExtendWith({VertxExtension.class, MySqlExtension.class})
class CloseIT {

  @Test
  @DisplayName("which rules items have that have none of their own is told in the books")
  void tellsUsualRules(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 100).item(ITEM, 10).with("life", "maxLapses", 4);
    // The row is written soon after the start: until then there is none to read.
    String usual = "SELECT COALESCE(MAX(max_lapses), 0) FROM order_rule WHERE item_id = 0";
    String first = shop.start();
    await().atMost(LIMIT).until(() -> mysql.number(usual) == 4);
    shop.stop(first);

    shop.with("life", "maxLapses", 2).start();
    await().atMost(LIMIT).until(() -> mysql.number(usual) == 2);
    assertThat(mysql.number("SELECT COUNT(*) FROM order_rule")).isOne();
  }

  @Test
  @DisplayName(
      "an unpaid order is closed when its item's time is over, not before, and a paid never")
  void closesInTime(Vertx vertx, TestMySql mysql) {
    Shop shop =
        new Shop(vertx, mysql, 100)
            .item(ITEM, 10)
            .item(1002, 10)
            .item(1003, 10)
            .rules(1002, 60, null)
            .rules(1003, 0, null);
    String usual = shop.buy(ITEM, "u1");
    String paid = shop.buy(ITEM, "u2");
    String quick = shop.buy(1002, "u3");
    String patient = shop.buy(1003, "u4");
    shop.start();
    shop.pay(paid, "p1");

    shop.clock.advance(Duration.ofSeconds(59));
    String late = shop.buy(1002, "u5");
    shop.clock.advance(Duration.ofSeconds(1));
    shop.awaitStatus(quick, "CLOSED");
    assertThat(shop.status(late)).isEqualTo("CREATED");
    assertThat(shop.status(usual)).isEqualTo("CREATED");

    shop.clock.advance(Duration.ofSeconds(840));
    shop.awaitStatus(usual, "CLOSED");
    shop.awaitStatus(late, "CLOSED");
    shop.clock.advance(Duration.ofDays(400));
    String marker = shop.buy(1002, "u6");
    shop.clock.advance(Duration.ofSeconds(60));
    shop.awaitStatus(marker, "CLOSED");
    assertThat(shop.status(paid)).isEqualTo("PAID");
    assertThat(shop.status(patient)).isEqualTo("CREATED");
    shop.awaitQuiet();
    assertThat(shop.till.returned()).containsExactlyInAnyOrder(quick, usual, late, marker);
    assertThat(shop.cancel(usual, "u1").getString("status")).isEqualTo("CLOSED");
  }

  @Test
  @DisplayName("two processes that come back after days close every overdue order once")
  void catchesUp(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 100).item(ITEM, 60).item(1002, 40);
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      orders.add(shop.buy(i < 60 ? ITEM : 1002, "u" + i));
    }
    shop.clock.advance(Duration.ofDays(3));
    shop.start();
    shop.start();
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(shop.live(ITEM) + shop.live(1002)).isZero());
    shop.awaitQuiet();
    assertThat(shop.till.stock()).isEqualTo(100);
    assertThat(shop.till.returned()).containsExactlyInAnyOrderElementsOf(orders);
    assertThat(mysql.number("SELECT COUNT(*) FROM order_event WHERE status = 'CLOSED'"))
        .isEqualTo(100);
    // A set: a transaction that lost to the other process and began again told the hook twice.
    assertThat(shop.hooked.stream().map(OrderChange::orderId).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(orders);
    // Counted after the commit that the books already show.
    Counter closed = shop.meters.get("seckill_orders_closed").counter();
    await().atMost(LIMIT).untilAsserted(() -> assertThat(closed.count()).isEqualTo(100));
  }

  @Test
  @DisplayName("an order that was written long after it was bought still has its whole time to pay")
  void writtenLate(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 100).item(ITEM, 10);
    String late = shop.buy(ITEM, "u1");
    String usual = shop.buy(ITEM, "u2");
    mysql.query(
        "UPDATE orders SET created_at = ? WHERE order_id = ?",
        Shop.utc(shop.clock.instant().plusSeconds(800)),
        late);
    shop.start();
    shop.clock.advance(Duration.ofSeconds(900));
    shop.awaitStatus(usual, "CLOSED");
    assertThat(shop.status(late)).isEqualTo("CREATED");
    shop.clock.advance(Duration.ofSeconds(800));
    shop.awaitStatus(late, "CLOSED");
  }

  @Test
  @DisplayName("an item whose ledger is damaged does not keep other items' orders open")
  void oneDamagedItem(Vertx vertx, TestMySql mysql) {
    Shop shop = new Shop(vertx, mysql, 100).item(ITEM, 10).item(1002, 10);
    String stuck = shop.buy(ITEM, "u1");
    shop.buy(ITEM, "u2");
    mysql.query("UPDATE seckill_item SET sold = 1 WHERE id = ?", ITEM);
    String fine = shop.buy(1002, "u3");
    shop.clock.advance(Duration.ofSeconds(900));
    shop.start();
    shop.awaitStatus(fine, "CLOSED");
    assertThat(shop.status(stuck)).isEqualTo("CREATED");
    assertThat(shop.sold(ITEM)).isEqualTo(1);
  }
}
