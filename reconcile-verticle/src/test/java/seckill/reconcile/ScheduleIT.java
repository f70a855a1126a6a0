package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.ConfigException;
import seckill.contract.RedisKeys;
import seckill.reconcile.Sale.Order;
import seckill.testkit.MovingClock;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({RedisExtension.class, MySqlExtension.class})
class ScheduleIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  @DisplayName("the cron expression starts a run over all items when the clock gets there")
  void runsByCron(TestRedis redis, TestMySql mysql) {
    MovingClock clock = new MovingClock(Instant.parse("2024-11-11T02:59:58Z"));
    try (Node node = Node.start(clock, redis, mysql, "cron", "0 0 3 * * ?")) {
      // By the clock of Redis, which tells whether the keys of a sale have expired.
      Instant end = Instant.now().minus(Duration.ofHours(1));
      new Sale(redis, mysql, 1, 5, end).buyAll(List.of("u"));
      new Sale(redis, mysql, 2, 5, end);
      Sale gap = new Sale(redis, mysql, 3, 5, end);
      redis.command("DECR", gap.keys.stock());
      redis.command("SADD", RedisKeys.DEFAULT.liveItems(), "99", "not an item");
      clock.set(Instant.parse("2024-11-11T02:59:59.999Z"));
      assertThat(node.facts).isEmpty();

      clock.set(Instant.parse("2024-11-11T03:00:00Z"));

      await().atMost(LONG).until(() -> node.facts.size() == 3);
      assertThat(node.facts)
          .extracting(fact -> fact.getString("itemId") + fact.getString("verdict"))
          .containsExactly("1IN_FLIGHT", "2BALANCED", "3FINDINGS");
      // Each is told by itself, and the end of the run comes after its last item.
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(node.alerts)
                      .extracting(alert -> alert.getString("itemId") + alert.getString("kind"))
                      .containsExactlyInAnyOrder("99UNKNOWN_ITEM", "3STOCK_LEAK"));
      Gauge finished = node.meters.get("seckill_reconcile_last_finished").gauge();
      long ended = Instant.parse("2024-11-11T03:00:00Z").getEpochSecond();
      await().atMost(LONG).untilAsserted(() -> assertThat(finished.value()).isEqualTo(ended));
    }
  }

  @Test
  @DisplayName("a run over all items waits for the shorter run that holds the lease")
  void waitsForItsTurn(TestRedis redis, TestMySql mysql) {
    MovingClock clock = new MovingClock(Instant.parse("2024-11-11T02:59:58Z"));
    try (Node node = Node.start(clock, redis, mysql, "cron", "0 0 3 * * ?")) {
      new Sale(redis, mysql, 1, 5);
      redis.command("SET", RedisKeys.DEFAULT.reconcileLease(), "SALE:other");
      long asked = gets(redis);
      clock.set(Instant.parse("2024-11-11T03:00:00Z"));
      await().atMost(LONG).until(() -> gets(redis) > asked);
      assertThat(node.facts).isEmpty();

      redis.command("UNLINK", RedisKeys.DEFAULT.reconcileLease());

      await().atMost(LONG).until(() -> node.facts.size() == 1);
    }
  }

  private static long gets(TestRedis redis) {
    return redis
        .command("INFO", "commandstats")
        .toString()
        .lines()
        .filter(line -> line.startsWith("cmdstat_get:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+),.*", "$1")))
        .sum();
  }

  @Test
  @DisplayName("one broken item does not keep the others from their turn")
  void goesOnAfterFailure(TestRedis redis, TestMySql mysql) {
    MovingClock clock = new MovingClock(Instant.parse("2024-11-11T02:59:58Z"));
    try (Node node = Node.start(clock, redis, mysql, "cron", "0 0 3 * * ?")) {
      Sale broken = new Sale(redis, mysql, 1, 5);
      redis.command("SET", broken.keys.stock(), "1e3");
      new Sale(redis, mysql, 2, 5);
      clock.set(Instant.parse("2024-11-11T03:00:00Z"));

      await().atMost(LONG).until(() -> node.facts.size() == 1);
      assertThat(node.facts.get(0).getString("itemId")).isEqualTo("2");
      await()
          .atMost(LONG)
          .untilAsserted(
              () ->
                  assertThat(node.alerts)
                      .extracting(alert -> alert.getString("itemId") + alert.getString("kind"))
                      .containsExactly("1RECONCILE_FAILED"));
    }
  }

  @Test
  @DisplayName("items are looked at during their sale, and after it until they balance")
  void runsDuringSales(TestRedis redis, TestMySql mysql) {
    // By the clock of Redis, which tells whether the keys of a sale have expired.
    Instant ten = Instant.now().minus(Duration.ofHours(12));
    MovingClock clock = new MovingClock(ten);
    try (Node node = Node.start(clock, redis, mysql, "saleIntervalMillis", 20)) {
      Sale sale = new Sale(redis, mysql, 1, 5, ten.plus(Duration.ofHours(2)));
      new Sale(redis, mysql, 2, 5, ten.minus(Duration.ofHours(1)));
      new Sale(redis, mysql, 3, 5, ten.plus(Duration.ofHours(5)));
      List<Order> orders = sale.buyAll(Sale.users("u", 2));
      await().atMost(LONG).until(() -> count(node, "1", "IN_FLIGHT") > 1);
      long beforeTheEnd = count(node, "1", "BALANCED");

      clock.set(ten.plus(Duration.ofHours(2)).plusSeconds(1));
      int seen = node.facts.size();
      await().atMost(LONG).until(() -> node.facts.size() > seen + 2);
      assertThat(count(node, "1", "BALANCED")).isEqualTo(beforeTheEnd);
      sale.land(orders);
      await().atMost(LONG).until(() -> count(node, "1", "BALANCED") > beforeTheEnd);

      // The third look after the balance would have come by the time item 3 was seen three times.
      clock.set(ten.plus(Duration.ofHours(3)).plusMillis(1));
      await().atMost(LONG).until(() -> count(node, "3", "BALANCED") >= 3);
      assertThat(count(node, "1", "BALANCED")).isEqualTo(beforeTheEnd + 1);
      // Item 2 ended an hour before the first look and was looked at once, to balance it.
      assertThat(count(node, "2", "BALANCED")).isLessThanOrEqualTo(1);
    }
  }

  private static long count(Node node, String itemId, String verdict) {
    return node.facts.stream()
        .filter(fact -> fact.getString("itemId").equals(itemId))
        .filter(fact -> fact.getString("verdict").equals(verdict))
        .count();
  }

  @Test
  @DisplayName("a cron expression that is none refuses to start and names the setting")
  void refusesNonsense(TestRedis redis, TestMySql mysql) {
    assertThatThrownBy(() -> Node.start(redis, mysql, "cron", "every night"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("reconcile.cron");
  }

  @Test
  @DisplayName("ready while both stores answer and the schedule ticks")
  void tellsReadiness(TestMySql mysql) {
    TestRedis own = TestRedis.dedicated();
    try (own;
        Node node = Node.start(own, mysql)) {
      JsonObject ready = TestVertx.await(node.health.ready());
      assertThat(ready.getString("status")).isEqualTo("UP");
      assertThat(ready.getJsonObject("checks").fieldNames())
          .containsExactlyInAnyOrder("redis", "mysql", "clock", "schedule", "last-reconciliation");

      own.kill();
      await()
          .atMost(LONG)
          .until(() -> TestVertx.await(node.health.ready()).getString("status").equals("DOWN"));
      own.restart();
      await()
          .atMost(LONG)
          .until(() -> TestVertx.await(node.health.ready()).getString("status").equals("UP"));
    }
  }
}
