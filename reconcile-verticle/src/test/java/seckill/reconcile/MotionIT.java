package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.reconcile.Sale.Order;
import seckill.runtime.MySqlLink;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class MotionIT {
  private static final int LOOKS = 150;

  @Test
  @DisplayName("while orders move at full speed no look, not even a single one, shows a gap")
  void neverAFalseGap(TestRedis redis, TestMySql mysql) {
    long seed = System.nanoTime();
    System.out.println("MotionIT seed " + seed);
    try (Node node = Node.start(redis, mysql, "graceMillis", 0)) {
      Sale sale = new Sale(redis, mysql, 1001, 1_000_000);
      MySqlLink link = new MySqlLink(node.vertx, MySqlSettings.of(settings(redis, mysql)));
      SingleLook look = new SingleLook(node.vertx, settings(redis, mysql), link);
      AtomicBoolean stop = new AtomicBoolean();
      Mover mover = new Mover(sale, link, new Random(seed));
      CompletableFuture<Void> moving = CompletableFuture.runAsync(() -> mover.move(stop));
      int moved = 0;
      try (look) {
        for (int i = 0; i < LOOKS; i++) {
          Inspection inspection = look.at(1001, i % 2 == 0);
          assertThat(inspection.suspicious()).as("seed %d: %s", seed, inspection).isFalse();
          moved += inspection.reading().quiet() ? 0 : 1;
        }
      } finally {
        stop.set(true);
        moving.join();
      }
      mover.drain();
      assertThat(moved).as("looks while something moved").isPositive();

      JsonObject last = node.run(1001);
      assertThat(last.getString("verdict")).as("seed %d: %s", seed, last).isEqualTo("BALANCED");
      assertThat(last.getJsonObject("numbers").getLong("orders")).isEqualTo(mover.bought);
      TestVertx.await(link.close());
    }
  }

  @Test
  @DisplayName("a loss in the middle of the rush is found while the rush goes on")
  void findsLossInMotion(TestRedis redis, TestMySql mysql) {
    long seed = System.nanoTime();
    System.out.println("MotionIT seed " + seed);
    try (Node node = Node.start(redis, mysql, "graceMillis", 50, "pageSize", 50)) {
      Sale sale = new Sale(redis, mysql, 1001, 1_000_000);
      MySqlLink link = new MySqlLink(node.vertx, MySqlSettings.of(settings(redis, mysql)));
      Order lost = sale.buy("lost");
      redis.command("XDEL", sale.keys.orders(), lost.streamId());
      AtomicBoolean stop = new AtomicBoolean();
      Mover mover = new Mover(sale, link, new Random(seed));
      CompletableFuture<Void> moving = CompletableFuture.runAsync(() -> mover.move(stop));
      try {
        for (int i = 0; i < 5; i++) {
          JsonObject finding = SaleFixture.finding(node.run(1001), "LOST");
          assertThat(SaleFixture.texts(finding, "users")).as("seed %d", seed).containsOnly("lost");
        }
      } finally {
        stop.set(true);
        moving.join();
      }
      TestVertx.await(link.close());
    }
  }

  private static JsonObject settings(TestRedis redis, TestMySql mysql) {
    JsonObject document =
        new JsonObject()
            .put("redis", new JsonObject().put("url", redis.url()))
            .put("mysql", new JsonObject().put("url", mysql.url()))
            .put("reconcile", new JsonObject().put("pageSize", 40).put("readTries", 2));
    return new SettingsLoader("reconcile").load(document, Map.of());
  }
}
