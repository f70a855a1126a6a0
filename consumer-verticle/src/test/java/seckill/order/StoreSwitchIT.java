package seckill.order;

import static seckill.order.Sale.ITEM;

import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class StoreSwitchIT {

  @Test
  @DisplayName(
      "after a switch the pen reads from the Redis that sells, in the middle of a wait, too")
  void follows(Vertx vertx, TestRedis redis, TestMySql mysql) {
    try (TestRedis backup = TestRedis.dedicated()) {
      Sale main =
          new Sale(vertx, redis, mysql)
              .with("redis", "backupUrl", backup.url())
              .with("redis", "storeLookMillis", 20)
              .with("consumer", "blockMillis", 60_000)
              .with("consumer", "discoverMillis", 60_000)
              .with("consumer", "claimMillis", 60_000)
              .item(ITEM, 100);
      String deployed = main.start("c-1");
      main.orders(ITEM, 5);
      main.awaitDrained(ITEM, 5);

      Sale other = new Sale(vertx, backup, mysql);
      backup.command("SADD", RedisKeys.DEFAULT.liveItems(), Long.toString(ITEM));
      other.order(ITEM, "v1");
      mysql.query("UPDATE store_choice SET active = 'BACKUP', generation = generation + 1");

      other.awaitDrained(ITEM, 6);
      main.stop(deployed);
    }
  }
}
