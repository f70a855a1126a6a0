package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.OrderMessage;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class DeliveriesIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  @DisplayName("what cannot be read goes aside after exactly the configured deliveries")
  void deliveriesAreCounted(int maxDeliveries) {
    sale.with("consumer", "maxDeliveries", maxDeliveries).item(ITEM, 1000);
    sale.add(ITEM, Map.of(OrderMessage.ITEM_ID, "1001", OrderMessage.USER_ID, "x"));
    sale.add(ITEM, Map.of(OrderMessage.ITEM_ID, "abc"));
    sale.add(ITEM, Map.of("", ""));
    sale.orders(ITEM, 10);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 10, 3);
    assertThat(
            sale.mysql.number(
                "SELECT COUNT(*) FROM dead_letter WHERE deliveries = ?", maxDeliveries))
        .isEqualTo(3);
    assertThat(sale.deadCount(DeadReason.UNREADABLE)).isEqualTo(3);
    assertThat(sale.pending(ITEM)).isZero();
  }

  @Test
  @DisplayName("what MySQL refuses for now lands once the schema is mended, if deliveries are left")
  void schemaIsMended() {
    sale.with("consumer", "maxDeliveries", 1000).item(ITEM, 1000);
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(20) NOT NULL");
    sale.order(ITEM, "a user id of more than twenty bytes");
    sale.orders(ITEM, 99);
    sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 99);
    await().atMost(LIMIT).until(() -> sale.pending(ITEM) == 1);

    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(128) NOT NULL");

    sale.awaitDrained(ITEM, 100);
  }

  @Test
  @DisplayName("deliveries of a good message never make it a dead one, however many there were")
  void passingFaultsDoNotCount() {
    sale.with("consumer", "maxDeliveries", 1).with("consumer", "stopTimeoutMillis", 0);
    sale.item(ITEM, 100).orders(ITEM, 20);
    for (int crash = 0; crash < 5; crash++) {
      Death death = new Death(false);
      String deployment = sale.start("c-1", death);
      await().atMost(LIMIT).untilTrue(death.reached);
      sale.stop(deployment);
    }
    sale.mysql.query("RENAME TABLE orders TO away");
    sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.counted("seckill_batch_retries") >= 5);
    sale.mysql.query("RENAME TABLE away TO orders");

    sale.awaitDrained(ITEM, 20);
  }
}
