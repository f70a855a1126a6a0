package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
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
class LiveItemsIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  @Test
  @DisplayName("an item preheated later is found without a restart, with and without the event")
  void itemsPreheatedLater() {
    sale.with("consumer", "discoverMillis", 60_000).with("consumer", "blockMillis", 50);
    sale.item(ITEM, 10);
    sale.start("c-1");

    sale.item(1002, 10).orders(1002, 5);
    sale.vertx
        .eventBus()
        .publish(Addresses.EVENT_PREHEATED, new JsonObject().put("itemId", "1002"));

    sale.awaitDrained(1002, 5);
    sale.with("consumer", "discoverMillis", 100).start("c-2");
    sale.item(1003, 10).orders(1003, 5);
    sale.awaitDrained(1003, 5);
  }

  @Test
  @DisplayName("names that cannot be items and keys that are no streams hold up nobody")
  void oddNamesAmongLiveItems() {
    sale.item(ITEM, 10).item(1002, 10).orders(ITEM, 5);
    sale.redis.command(
        "SADD", RedisKeys.DEFAULT.liveItems(), "abc", "", "007", "99999999999999999999");
    sale.redis.command("SET", Sale.stream(1002), "not a stream");

    sale.start("c-1");
    sale.awaitDrained(ITEM, 5);
    sale.order(ITEM, "later");
    sale.awaitDrained(ITEM, 6);

    sale.redis.command("DEL", Sale.stream(1002));
    sale.orders(1002, 3);
    sale.awaitDrained(1002, 3);
  }

  @Test
  @DisplayName("a list of live items that is no list holds up no item that is known")
  void strayLiveItems() {
    sale.item(ITEM, 10).orders(ITEM, 2);
    sale.with("consumer", "discoverMillis", 50).start("c-1");
    sale.awaitDrained(ITEM, 2);

    sale.redis.command("SET", RedisKeys.DEFAULT.liveItems(), "not a set");
    long looks = looks();
    await().atMost(LIMIT).until(() -> looks() >= looks + 2);
    sale.order(ITEM, "later");
    sale.awaitDrained(ITEM, 3);

    sale.redis.command("DEL", RedisKeys.DEFAULT.liveItems());
    sale.item(1002, 10).orders(1002, 3);
    sale.awaitDrained(1002, 3);
  }

  /** How often the list of live items was read. */
  private long looks() {
    return sale.redis
        .command("INFO", "commandstats")
        .toString()
        .lines()
        .filter(line -> line.startsWith("cmdstat_smembers:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+),.*", "$1")))
        .sum();
  }

  @Test
  @DisplayName("a removed item is no longer read, and its stream does not come back")
  void removedItem() {
    sale.item(ITEM, 10).item(1002, 10).orders(1002, 2);
    sale.start("c-1");
    sale.awaitDrained(1002, 2);

    sale.redis.command("SREM", RedisKeys.DEFAULT.liveItems(), "1002");
    sale.redis.command("DEL", Sale.stream(1002));
    sale.orders(ITEM, 2);

    sale.awaitDrained(ITEM, 2);
    assertThat(sale.redis.number("EXISTS", Sale.stream(1002))).isZero();
  }
}
