package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.runtime.clock.SharedClock;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** What a PING does not see turns a check of its own red. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class HealthIT {
  private static final long ITEM = 1001;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SECRET = "s3cret-of-the-till";

  private static JsonObject health(Till till) {
    JsonObject health = TestVertx.await(till.health.ready());
    assertThat(health.encode()).doesNotContain(SECRET);
    return health;
  }

  private static void awaitCheck(Till till, String name, String start) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(health(till).getJsonObject("checks").getString(name)).startsWith(start));
  }

  private static void awaitUp(Till till) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(health(till).getJsonObject("checks").getMap().values())
                    .containsOnly("UP"));
  }

  @Test
  @DisplayName("scripts that are forgotten and may not be loaded turn readiness off")
  void scripts(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated()) {
      redis.command("ACL", "SETUSER", "till", "on", ">" + SECRET, "~*", "&*", "+@all");
      JsonObject asUser =
          new JsonObject()
              .put(
                  "redis",
                  new JsonObject()
                      .put("url", redis.url().replace("://", "://till:" + SECRET + "@")));
      try (Till till = Till.open(redis, mysql, asUser)) {
        awaitUp(till);
        redis.command("SCRIPT", "FLUSH");
        redis.command("ACL", "SETUSER", "till", "-eval");
        awaitCheck(till, "redis", "DOWN: ");
        assertThat(health(till).getString("status")).isEqualTo("DOWN");
        redis.command("ACL", "SETUSER", "till", "+eval");
        awaitUp(till);
        redis.kill();
        awaitCheck(till, "redis", "DOWN: ");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "stock", "users"})
  @DisplayName("an item with a key of the wrong type is named, and the till stays ready")
  void wrongType(String part, TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql, Till.sale("itemRefreshMillis", 100))) {
      till.sell(1000, 5);
      till.sell(ITEM, 5);
      awaitUp(till);
      String key = "seckill:{" + ITEM + "}:" + part;
      // In one step: a look that found no key at all would have the item built again.
      redis.command("HSET", "aside", "a", "b");
      redis.command("RENAME", "aside", key);
      awaitCheck(
          till, "items", "WARN: items that cannot be sold: 1, the first is " + ITEM + ": a key");
      assertThat(health(till).getString("status")).isEqualTo("UP");
      assertThat(till.buy(1000, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("a MySQL that takes no writes turns readiness off")
  void readOnly(TestRedis redis, TestMySql mysql) {
    try (Till till = Till.open(redis, mysql)) {
      awaitUp(till);
      mysql.query("SET GLOBAL read_only = 1");
      try {
        awaitCheck(till, "mysql", "DOWN: MySQL is read_only");
      } finally {
        mysql.query("SET GLOBAL read_only = 0");
      }
      awaitUp(till);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-2_500, 2_500, 3_600_000, -3_600_000})
  @DisplayName("a clock far off that of Redis is corrected, and a warning tells how far it is off")
  void clock(long offMillis, TestRedis redis, TestMySql mysql) {
    SharedClock clock =
        SharedClock.correcting(Clock.offset(Clock.systemUTC(), Duration.ofMillis(offMillis)));
    try (Till till = Till.open(redis, mysql, new JsonObject(), clock)) {
      awaitCheck(till, "clock", "WARN: this machine's clock is ");
      JsonObject health = health(till);
      assertThat(health.getString("status")).isEqualTo("UP");
      assertThat(health.getJsonObject("checks").getString("clock"))
          .contains(offMillis > 0 ? "ahead" : "behind");
      assertThat(till.meters.get("seckill.clock.offset").gauge().value())
          .isCloseTo(offMillis / 1000.0, within(1.0));
      JsonObject told = till.ask(Addresses.TIME_GET, new JsonObject());
      assertThat(Math.abs(told.getLong("epochMicros") / 1000 - System.currentTimeMillis()))
          .isLessThan(60_000);
    }
  }
}
