package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class LedgerIT {
  private final List<JsonObject> alerts = new CopyOnWriteArrayList<>();
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()));
  }

  @Test
  @DisplayName("what exceeds the item's total is never sold: the oldest land, the rest goes aside")
  void neverOversold() {
    sale.item(ITEM, 150);
    List<String> orders = sale.orders(ITEM, 230);

    sale.start("c-1");
    sale.start("c-2");

    sale.awaitDrained(ITEM, 150, 80);
    assertThat(sale.deadCount(DeadReason.OVERSOLD)).isEqualTo(80);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(alerts).extracting(a -> a.getString("kind")).contains("OVERSOLD"));
    assertThat(orders).hasSize(230);
  }

  @Test
  @DisplayName("of a batch that does not fit, the oldest orders are the ones that land")
  void oldestLandFirst() {
    sale.item(ITEM, 60);
    List<String> orders = sale.orders(ITEM, 100);

    sale.start("c-1");
    sale.awaitDrained(ITEM, 60, 40);

    assertThat(landed()).containsExactlyInAnyOrderElementsOf(orders.subList(0, 60));
  }

  @Test
  @DisplayName("the oldest land, too, where batches follow each other closely")
  void oldestLandAcrossBatches() {
    sale.with("consumer", "maxBatch", 10).item(ITEM, 205);
    List<String> orders = sale.orders(ITEM, 400);

    sale.start("c-1");
    sale.awaitDrained(ITEM, 205, 195);

    assertThat(landed()).containsExactlyInAnyOrderElementsOf(orders.subList(0, 205));
  }

  private List<String> landed() {
    return StreamSupport.stream(
            sale.mysql.query("SELECT order_id FROM orders").spliterator(), false)
        .map(row -> row.getString(0))
        .toList();
  }

  @Test
  @DisplayName("restocked units may be sold on top of the total")
  void restockedUnitsCount() {
    sale.item(ITEM, 5).orders(ITEM, 8);
    sale.mysql.query("UPDATE seckill_item SET restocked = 3 WHERE id = ?", ITEM);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 8);
  }

  @Test
  @DisplayName("a user's second order and a reused order id go aside, in one batch and across them")
  void duplicatesGoAside() {
    sale.item(ITEM, 100).item(1002, 100);
    String first = sale.order(ITEM, "u1");
    sale.order(ITEM, "u1");
    sale.add(ITEM, Sale.fields(first, ITEM, "u2"));

    sale.start("c-1");
    sale.awaitDrained(ITEM, 1, 2);
    sale.order(ITEM, "u1");
    sale.add(1002, Sale.fields(first, 1002, "u1"));
    sale.order(1002, "u1");

    sale.awaitDrained(ITEM, 1, 3);
    sale.awaitDrained(1002, 1, 1);
    assertThat(sale.deadCount(DeadReason.DUPLICATE_USER)).isEqualTo(2);
    assertThat(sale.deadCount(DeadReason.ORDER_ID_REUSED)).isEqualTo(2);
    assertThat(
            sale.mysql
                .query("SELECT order_id FROM orders WHERE item_id = ?", ITEM)
                .iterator()
                .next()
                .getString(0))
        .isEqualTo(first);
  }

  @Test
  @DisplayName("a user whose order was cancelled may hold a new one")
  void newOrderAfterCancellation() {
    sale.item(ITEM, 100).order(ITEM, "u1");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1);
    sale.mysql.query("UPDATE orders SET live = NULL, status = 'CANCELLED'");
    sale.mysql.query("UPDATE seckill_item SET sold = 0");

    sale.order(ITEM, "u1");
    sale.order(ITEM, "u1");

    await().atMost(LIMIT).ignoreExceptions().until(() -> sale.deadRows(ITEM) == 1);
    assertThat(sale.rows(ITEM)).isEqualTo(2);
    assertThat(sale.sold(ITEM)).isEqualTo(1);
  }

  @Test
  @DisplayName("orders of an item that MySQL does not know go aside")
  void unknownItem() {
    sale.redis.command("SADD", RedisKeys.DEFAULT.liveItems(), "77");
    sale.orders(77, 3);

    sale.start("c-1");

    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(() -> sale.deadRows(77) == 3 && sale.backlog(77) == 0);
    assertThat(sale.deadCopies(77)).isEqualTo(3);
    assertThat(sale.deadCount(DeadReason.ITEM_UNKNOWN)).isEqualTo(3);
  }
}
