package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.runtime.clock.SharedClock;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** What a PING does not see turns a check of its own red. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class HealthIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static void awaitCheck(Node node, String name, String start) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              JsonObject health = TestVertx.await(node.health.ready());
              assertThat(health.getJsonObject("checks").getString(name)).startsWith(start);
              assertThat(health.getString("status"))
                  .isEqualTo(start.startsWith("DOWN") ? "DOWN" : "UP");
            });
  }

  @Test
  @DisplayName("a MySQL that takes no writes turns the auditor's readiness off")
  void readOnly(TestRedis redis, TestMySql mysql) {
    try (Node node = Node.start(redis, mysql)) {
      awaitCheck(node, "mysql", "UP");
      mysql.query("SET GLOBAL read_only = 1");
      try {
        awaitCheck(node, "mysql", "DOWN: MySQL is read_only");
      } finally {
        mysql.query("SET GLOBAL read_only = 0");
      }
      awaitCheck(node, "mysql", "UP");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-2_500, 3_600_000})
  @DisplayName("a clock far off that of Redis is corrected, and a warning tells how far it is off")
  void clock(long offMillis, TestRedis redis, TestMySql mysql) {
    Clock off =
        SharedClock.correcting(Clock.offset(Clock.systemUTC(), Duration.ofMillis(offMillis)));
    try (Node node = Node.start(off, redis, mysql)) {
      awaitCheck(node, "clock", "WARN: this machine's clock is ");
    }
  }
}
