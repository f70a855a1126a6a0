package seckill.order;

import static seckill.order.Sale.ITEM;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.SlowProxy;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class SlowRedisIT {

  @ParameterizedTest
  @CsvSource({"4, 200", "2, 100", "1024, 300"})
  @DisplayName(
      "a slow Redis slows the reading down and does not end it; no order is lost or doubled")
  void keepsReading(int underWay, long delay, Vertx vertx, TestRedis redis, TestMySql mysql) {
    try (SlowProxy proxy = SlowProxy.before(redis.url())) {
      Sale sale =
          new Sale(vertx, redis, mysql)
              .with("redis", "url", proxy.url())
              .with("redis", "maxInFlight", underWay)
              .item(ITEM, 1000);
      String deployed = sale.start("c-1");
      proxy.delay(delay);
      sale.orders(ITEM, 250);
      sale.awaitDrained(ITEM, 250);
      proxy.delay(0);
      for (int i = 250; i < 500; i++) {
        sale.order(ITEM, "u" + i);
      }
      sale.awaitDrained(ITEM, 500);
      sale.stop(deployed);
    }
  }
}
