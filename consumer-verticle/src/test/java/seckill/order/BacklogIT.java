package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class BacklogIT {
  private final Promise<Void> goOn = Promise.promise();
  private final FaultHooks held =
      new FaultHooks() {
        @Override
        public Future<Void> beforeWrite(long itemId) {
          return goOn.future();
        }
      };

  private static double gauge(Sale sale, String name) {
    return sale.meters.get(name).gauge().value();
  }

  private static String check(Sale sale) {
    return TestVertx.await(sale.health.ready()).getJsonObject("checks").getString("backlog");
  }

  @Test
  @DisplayName("the backlog is what is undelivered and what is pending, with the age of its oldest")
  void undeliveredAndPending(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale =
        new Sale(vertx, redis, mysql)
            .with("consumer", "backlogWarn", 4999)
            .item(ITEM, 10_000)
            .item(1002, 10);
    List<JsonObject> alerts = new CopyOnWriteArrayList<>();
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_ALERT, a -> alerts.add(a.body()));
    long before = System.currentTimeMillis();
    Backfill.many(sale, ITEM, 0, 5000);
    sale.start("c-1", held);

    await().atMost(LIMIT).until(() -> sale.pending(ITEM) > 0);
    await().atMost(LIMIT).until(() -> gauge(sale, "seckill_orders_backlog") == 5000);
    await().atMost(LIMIT).until(() -> gauge(sale, "seckill_orders_oldest_age_seconds") > 0.5);
    assertThat(gauge(sale, "seckill_orders_oldest_age_seconds"))
        .isLessThanOrEqualTo((System.currentTimeMillis() - before) / 1000.0 + 2);
    assertThat(check(sale)).startsWith("WARN: 5000 accepted orders are not in MySQL");
    await().atMost(LIMIT).until(() -> !alerts.isEmpty());
    assertThat(alerts).hasSize(1);
    assertThat(alerts.get(0).getString("kind")).isEqualTo("BACKLOG");

    goOn.complete();

    sale.awaitDrained(ITEM, 5000);
    await().atMost(LIMIT).until(() -> gauge(sale, "seckill_orders_backlog") == 0);
    await().atMost(LIMIT).until(() -> check(sale).equals("UP"));
  }

  @Test
  @DisplayName("one order that waits for too long is a warning, too")
  void oldest(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale =
        new Sale(vertx, redis, mysql).with("consumer", "oldestWarnMillis", 300).item(ITEM, 10);
    sale.order(ITEM, "u1");
    sale.start("c-1", held);

    await().atMost(LIMIT).until(() -> check(sale).startsWith("WARN: 1 accepted orders"));
    goOn.complete();
    await().atMost(LIMIT).until(() -> check(sale).equals("UP"));
  }

  @Test
  @DisplayName("where Redis cannot tell how many are undelivered, they are counted")
  void counted(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale = new Sale(vertx, redis, mysql).item(ITEM, 10_000);
    Backfill.many(sale, ITEM, 0, 3000);
    // An entry that is deleted among the unread ones makes the lag unknown.
    redis.command(
        "XDEL",
        Sale.stream(ITEM),
        redis
            .command("XREVRANGE", Sale.stream(ITEM), "+", "-", "COUNT", "1")
            .get(0)
            .get(0)
            .toString());
    sale.start("c-1", held);

    await().atMost(LIMIT).until(() -> gauge(sale, "seckill_orders_backlog") == 2999);
    goOn.complete();
    sale.awaitDrained(ITEM, 2999);
  }
}
