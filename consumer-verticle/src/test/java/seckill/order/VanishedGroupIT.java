package seckill.order;

import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class VanishedGroupIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  @Test
  @DisplayName("a vanished group is created again from the first entry, and no order is doubled")
  void groupVanishes() {
    sale.item(ITEM, 1000).item(1002, 1000).orders(ITEM, 50);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 50);

    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);
    for (int i = 50; i < 80; i++) {
      sale.order(ITEM, "u" + i);
    }
    sale.orders(1002, 20);

    sale.awaitDrained(ITEM, 80);
    sale.awaitDrained(1002, 20);
  }

  @Test
  @DisplayName("a group that vanishes with dead letters behind it buries none of them twice")
  void groupVanishesAfterDeadLetters() {
    sale.item(ITEM, 3).orders(ITEM, 10);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 3, 7);

    sale.redis.command("XGROUP", "DESTROY", Sale.stream(ITEM), RedisKeys.ORDER_GROUP);

    sale.awaitDrained(ITEM, 3, 7);
    sale.order(ITEM, "one more");
    sale.awaitDrained(ITEM, 3, 8);
  }

  @Test
  @DisplayName("a stream that is deleted and created anew is drained again")
  void streamIsCreatedAnew() {
    sale.item(ITEM, 1000).orders(ITEM, 50);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 50);

    sale.redis.command("DEL", Sale.stream(ITEM));
    for (int i = 50; i < 60; i++) {
      sale.order(ITEM, "u" + i);
    }

    sale.awaitDrained(ITEM, 60);
  }

  @Test
  @DisplayName("a loop that goes round and never gets to read is not ready")
  void notReadyWhileItCannotRead() {
    sale.with("consumer", "retryMaxMillis", 50)
        .with("redis", "commandTimeoutMillis", 500)
        .item(ITEM, 10)
        .orders(ITEM, 1);
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1);
    sale.redis.command("ACL", "SETUSER", "default", "-xreadgroup");
    try {
      await().atMost(LIMIT).until(() -> ready().startsWith("DOWN"));
    } finally {
      sale.redis.command("ACL", "SETUSER", "default", "+@all");
    }
    sale.order(ITEM, "later");
    sale.awaitDrained(ITEM, 2);
    await().atMost(LIMIT).until(() -> ready().equals("UP"));
  }

  private String ready() {
    return TestVertx.await(sale.health.ready()).getJsonObject("checks").getString("order-streams");
  }
}
