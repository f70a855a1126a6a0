package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** On a MySQL that takes its time for each row. */
@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class SlowRowsIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql).withQueryTimeout(2000);
    sale.item(ITEM, 1000);
  }

  private void slow(String table, String seconds) {
    sale.mysql.query(
        "CREATE TRIGGER slow_"
            + table
            + " BEFORE INSERT ON "
            + table
            + " FOR EACH ROW DO SLEEP("
            + seconds
            + ")");
  }

  @Test
  @DisplayName(
      "orders that cannot all be written within the time limit are written in smaller batches")
  void halves() {
    slow("orders", "0.1");
    sale.orders(ITEM, 60);
    sale.start("c-1");

    sale.awaitDrained(ITEM, 60);
  }

  @Test
  @DisplayName("several consumers get on although each row takes more than half of the time limit")
  void rowsThatTakeNearlyAll() {
    slow("orders", "1.2");
    sale.orders(ITEM, 8);
    sale.start("c-1");
    sale.start("c-2");
    sale.start("c-3");

    sale.awaitDrained(ITEM, 8);
  }

  @Test
  @DisplayName("an order that takes longer than the time limit holds up no other, and waits itself")
  void oneRowTakesForEver() {
    slow("orders", "IF(NEW.user_id = 'u3', 30, 0)");
    sale.orders(ITEM, 20);
    sale.start("c-1");

    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 19 && sale.pending(ITEM) == 1);
    assertThat(sale.deadRows(ITEM)).isZero();
    sale.mysql.query("DROP TRIGGER slow_orders");
    sale.awaitDrained(ITEM, 20);
  }

  @Test
  @DisplayName("dead letters that cannot all be stored within the time limit are stored in pieces")
  void deadLetters() {
    sale.with("consumer", "maxDeliveries", 1);
    slow("dead_letter", "0.1");
    for (int i = 0; i < 40; i++) {
      sale.add(ITEM, java.util.Map.of("nonsense", "x" + i));
    }
    sale.start("c-1");

    sale.awaitDrained(ITEM, 0, 40);
  }
}
