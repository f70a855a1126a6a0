package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.runtime.clock.SharedClock;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** What a PING does not see turns a check of its own red. */
@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class HealthIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SECRET = "s3cret-of-the-pen";

  private static JsonObject health(Sale sale) {
    JsonObject health = TestVertx.await(sale.health.ready());
    assertThat(health.encode()).doesNotContain(SECRET);
    return health;
  }

  private static void awaitCheck(Sale sale, String name, String start) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(health(sale).getJsonObject("checks").getString(name)).startsWith(start));
  }

  private static void awaitUp(Sale sale) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(health(sale).getJsonObject("checks").getMap().values())
                    .containsOnly("UP"));
  }

  @Test
  @DisplayName("scripts that are forgotten and may not be loaded turn readiness off")
  void scripts(Vertx vertx, TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated()) {
      redis.command("ACL", "SETUSER", "pen", "on", ">" + SECRET, "~*", "&*", "+@all");
      Sale sale =
          new Sale(vertx, redis, mysql)
              .with("redis", "url", redis.url().replace("://", "://pen:" + SECRET + "@"));
      String deployed = sale.start("c-1");
      awaitUp(sale);
      redis.command("SCRIPT", "FLUSH");
      redis.command("ACL", "SETUSER", "pen", "-eval");
      awaitCheck(sale, "redis", "DOWN: ");
      assertThat(health(sale).getString("status")).isEqualTo("DOWN");
      redis.command("ACL", "SETUSER", "pen", "+eval");
      awaitUp(sale);
      sale.stop(deployed);
    }
  }

  @Test
  @DisplayName("a stream of the wrong type is named, and the consumer stays ready for the others")
  void wrongType(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale = new Sale(vertx, redis, mysql).item(ITEM, 10).item(1002, 10);
    sale.start("c-1");
    awaitUp(sale);
    redis.command("SET", Sale.stream(ITEM), "x");
    awaitCheck(sale, "order-keys", "WARN: 1 keys cannot be read, the first is ");
    assertThat(health(sale).getString("status")).isEqualTo("UP");
    sale.order(1002, "u1");
    sale.awaitDrained(1002, 1);
    redis.command("DEL", Sale.stream(ITEM));
    awaitUp(sale);
  }

  @Test
  @DisplayName("a MySQL that takes no writes turns readiness off")
  void readOnly(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale = new Sale(vertx, redis, mysql);
    sale.start("c-1");
    awaitUp(sale);
    mysql.query("SET GLOBAL read_only = 1");
    try {
      awaitCheck(sale, "mysql", "DOWN: MySQL is read_only");
    } finally {
      mysql.query("SET GLOBAL read_only = 0");
    }
    awaitUp(sale);
  }

  @Test
  @DisplayName("a dead letter is shown to a person, and the consumer stays ready")
  void deadLetter(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale = new Sale(vertx, redis, mysql).item(ITEM, 10);
    sale.start("c-1");
    awaitUp(sale);
    sale.add(ITEM, Map.of("nonsense", "x"));
    awaitCheck(sale, "dead-letters", "WARN: messages that could not become orders: 1");
    assertThat(health(sale).getString("status")).isEqualTo("UP");
  }

  @Test
  @DisplayName("a clock far off that of Redis is corrected, and a warning tells how far it is off")
  void clock(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale = new Sale(vertx, redis, mysql);
    sale.clock = SharedClock.correcting(Clock.offset(Clock.systemUTC(), Duration.ofHours(-1)));
    sale.start("c-1");
    awaitCheck(sale, "clock", "WARN: this machine's clock is ");
    assertThat(health(sale).getString("status")).isEqualTo("UP");
    assertThat(Math.abs(sale.clock.millis() - System.currentTimeMillis())).isLessThan(60_000);
  }

  @Test
  @DisplayName("a write that does not come back turns readiness off, and life goes on elsewhere")
  void stuckWrite(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale =
        new Sale(vertx, redis, mysql)
            .withQueryTimeout(300)
            .with("redis", "commandTimeoutMillis", 300)
            .with("consumer", "stopTimeoutMillis", 0)
            .item(ITEM, 10);
    sale.start("c-1", new Death(false));
    awaitUp(sale);
    sale.order(ITEM, "u1");
    awaitCheck(sale, "order-writes", "DOWN: a batch has been under way for ");
    assertThat(health(sale).getString("status")).isEqualTo("DOWN");
    awaitCheck(sale, "mysql", "UP");
  }

  @Test
  @DisplayName("a warning about dead letters ends when the last of them is decided")
  void decidedLetters(Vertx vertx, TestRedis redis, TestMySql mysql) {
    Sale sale = new Sale(vertx, redis, mysql).item(ITEM, 10);
    sale.start("c-1");
    sale.add(ITEM, Map.of("nonsense", "x"));
    awaitCheck(sale, "dead-letters", "WARN: messages that could not become orders: 1");
    Operator operator = new Operator(sale, "op1");
    operator.discard(operator.onlyLetter());
    awaitUp(sale);
  }
}
