package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class LandingRateIT {
  private static final int PER_SECOND = 400;
  private static final int BATCH = 40;

  @Test
  @DisplayName("loops of one process keep the rate together, and no item has to wait for another")
  void limited(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale =
        new Sale(vertx, redis, mysql)
            .with("consumer", "ordersPerSecond", PER_SECOND)
            .item(ITEM, 10_000)
            .item(1002, 10_000);
    sale.orders(ITEM, 1200);
    sale.orders(1002, 40);
    long start = System.nanoTime();

    sale.start("c-1");
    sale.start("c-2");

    sale.awaitDrained(1002, 40);
    sale.awaitDrained(ITEM, 1200);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM orders WHERE item_id = ? AND created_at <"
                    + " (SELECT MAX(created_at) FROM orders WHERE item_id = 1002)",
                ITEM))
        .as("the small item did not wait for the large one")
        .isLessThan(600);
    assertThat(millis).isGreaterThanOrEqualTo((1240 - BATCH) * 1000L / PER_SECOND);
  }

  @Test
  @DisplayName("a stop does not wait for turns that are far away")
  void stops(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale =
        new Sale(vertx, redis, mysql)
            .with("consumer", "ordersPerSecond", 1)
            .with("consumer", "stopTimeoutMillis", 60_000)
            .item(ITEM, 100);
    sale.orders(ITEM, 100);
    String deployment = sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) > 0);

    Future<Void> stopped = sale.vertx.undeploy(deployment);

    await().atMost(Duration.ofSeconds(20)).until(stopped::isComplete);
    assertThat(sale.rows(ITEM)).isEqualTo(sale.sold(ITEM)).isLessThan(90);
    assertThat(sale.backlog(ITEM)).isEqualTo(100 - sale.rows(ITEM));
  }
}
