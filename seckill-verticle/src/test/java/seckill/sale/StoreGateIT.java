package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Redis comes back as another. */
@ExtendWith(MySqlExtension.class)
class StoreGateIT {
  private static final long ITEM = 1001;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static JsonObject recovery(String open, int instances) {
    return new JsonObject()
        .put("sale", new JsonObject().put("instances", instances))
        .put(
            "recovery",
            new JsonObject().put("open", open).put("pollMillis", 20).put("leaseMillis", 1500));
  }

  private static JsonObject actor() {
    return new JsonObject().put("actor", "operator");
  }

  private static JsonObject checks(Till till) {
    return TestVertx.await(till.health.ready()).getJsonObject("checks");
  }

  private static String health(Till till) {
    return checks(till).getString("recovery");
  }

  private static void until(BooleanSupplier condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(condition::getAsBoolean);
  }

  /** The first answer that says anything: a connection may still notice that its Redis is gone. */
  private static Outcome hears(Till till, long itemId, String user) {
    AtomicReference<Outcome> heard = new AtomicReference<>();
    until(
        () -> {
          heard.set(buys(till, itemId, user));
          return heard.get() != Outcome.DEGRADED;
        });
    return heard.get();
  }

  private static Outcome buys(Till till, long itemId, String user) {
    return till.buy(itemId, user).outcome();
  }

  @Test
  @DisplayName("the first start ever, and one on a Redis that is trusted, sell at once")
  void firstStart(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated()) {
      try (Till till = Till.open(redis, mysql, recovery("operator", 2))) {
        assertThat(health(till)).isEqualTo("UP");
        till.sell(ITEM, 5);
        assertThat(buys(till, ITEM, "u1")).isEqualTo(Outcome.ACCEPTED);
      }
      try (Till till = Till.open(redis, mysql, recovery("operator", 2))) {
        assertThat(buys(till, ITEM, "u2")).isEqualTo(Outcome.ACCEPTED);
        assertThat(mysql.number("SELECT epoch FROM seckill_item")).isOne();
        assertThat(mysql.number("SELECT COUNT(*) FROM store_trust")).isOne();
      }
    }
  }

  @Test
  @DisplayName("an empty Redis: every item is built from the books, drafts and ended ones are not")
  void emptyRedis(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, recovery("auto", 2))) {
      Queue<JsonObject> alerts = new ConcurrentLinkedQueue<>();
      TestVertx.await(
          till.vertx
              .eventBus()
              .<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()))
              .completion());
      for (long item = ITEM; item < ITEM + 7; item++) {
        till.sell(item, 5);
        till.buy(item, "u1");
        new TestPen(redis, mysql, item).land(1);
      }
      till.create(Till.item(2001, 5));
      mysql.query(
          "UPDATE seckill_item SET end_at = UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE,"
              + " start_at = UTC_TIMESTAMP(3) - INTERVAL 1 HOUR WHERE id = ?",
          ITEM + 6);
      mysql.query("UPDATE seckill_item SET status = 'PAUSED' WHERE id = ?", ITEM + 5);
      redis.kill();
      redis.restart();

      until(() -> buys(till, ITEM, "u2") == Outcome.ACCEPTED);
      // Each of the two event loops opens by itself.
      until(() -> health(till).equals("UP"));
      for (long item = ITEM; item < ITEM + 5; item++) {
        assertThat(hears(till, item, "u1")).isEqualTo(Outcome.DUPLICATE);
        assertThat(redis.number("SCARD", Till.keys(item).users())).isBetween(1L, 2L);
      }
      assertThat(buys(till, ITEM + 5, "u2")).isEqualTo(Outcome.PAUSED);
      assertThat(redis.get(Till.keys(ITEM + 5).stock())).isEqualTo("4");
      assertThat(redis.number("EXISTS", Till.keys(ITEM + 6).item(), Till.keys(2001).item()))
          .isZero();
      assertThat(mysql.number("SELECT MAX(epoch) FROM seckill_item")).isEqualTo(2);
      assertThat(alerts).anyMatch(alert -> alert.getString("kind").equals("REDIS_CHANGED"));
      until(() -> health(till).equals("UP"));
      // One buyer of each item that still sells, the paused one included.
      assertThat(missing(mysql)).isEqualTo(6);
    }
  }

  private static long missing(TestMySql mysql) {
    until(
        () -> mysql.number("SELECT COUNT(*) FROM admin_audit WHERE action = 'store-rebuild'") == 1);
    return mysql.number(
        "SELECT CAST(JSON_EXTRACT(detail, '$.missing') AS SIGNED) FROM admin_audit"
            + " WHERE action = 'store-rebuild'");
  }

  @Test
  @DisplayName("a Redis that starts anew with all it knew is checked, and nothing is missing")
  void anewWithItsData(TestMySql mysql) {
    try (TestRedis redis =
            TestRedis.dedicated("--save", "", "--appendonly", "yes", "--appendfsync", "always");
        Till till = Till.open(redis, mysql, recovery("auto", 1))) {
      till.sell(ITEM, 5);
      till.buy(ITEM, "u1");
      new TestPen(redis, mysql, ITEM).land(1);
      till.buy(ITEM, "u2");
      redis.kill();
      redis.restart();

      until(() -> buys(till, ITEM, "u3") == Outcome.ACCEPTED);
      assertThat(missing(mysql)).isZero();
      till.assertBalanced(ITEM, 5);
    }
  }

  @Test
  @DisplayName(
      "where an operator opens: all is built, nothing is sold and health is red until then")
  void byOperator(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, recovery("operator", 2))) {
      till.sell(ITEM, 5);
      till.buy(ITEM, "u1");
      new TestPen(redis, mysql, ITEM).land(1);
      redis.kill();
      redis.restart();

      until(() -> health(till).contains("an operator has to open the store"));
      until(() -> checks(till).getString("redis").equals("UP"));
      assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo("4");
      for (int i = 0; i < 10; i++) {
        assertThat(buys(till, ITEM, "u2")).isEqualTo(Outcome.PAUSED);
        assertThat(buys(till, ITEM, "u1")).isEqualTo(Outcome.DUPLICATE);
      }
      JsonObject store = till.ask(Addresses.STORE_GET, new JsonObject());
      assertThat(store.getBoolean("sells")).isFalse();
      assertThat(store.getString("why")).contains("an operator has to open the store");
      // It is built once, however many tills wait.
      assertThat(mysql.number("SELECT epoch FROM seckill_item")).isEqualTo(2);
      assertThat(till.ask(Addresses.STORE_OPEN, actor()).getString("status")).isEqualTo("OPEN");
      until(() -> health(till).equals("UP"));
      assertThat(till.ask(Addresses.STORE_GET, new JsonObject()).getBoolean("sells")).isTrue();
      assertThat(buys(till, ITEM, "u2")).isEqualTo(Outcome.ACCEPTED);
      assertThat(
              mysql.number(
                  "SELECT COUNT(*) FROM admin_audit WHERE action = 'store-open'"
                      + " AND outcome = 'OK'"))
          .isOne();
    }
  }

  @Test
  @DisplayName("a till that dies while it builds is replaced; until then the others wait")
  void replaced(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, recovery("auto", 1))) {
      till.sell(ITEM, 5);
      redis.kill();
      mysql.query(
          "UPDATE lease SET holder = 'dead', taken_at = UTC_TIMESTAMP(3) + INTERVAL 1 HOUR");
      redis.restart();
      until(() -> health(till).contains("another till builds"));
      assertThat(Till.failure(till.send(Addresses.STORE_OPEN, actor())))
          .isEqualTo(Outcome.CONFLICT);
      assertThat(buys(till, ITEM, "u1")).isEqualTo(Outcome.PAUSED);
      mysql.query("UPDATE lease SET taken_at = UTC_TIMESTAMP(3) WHERE holder = 'dead'");
      until(() -> buys(till, ITEM, "u1") == Outcome.ACCEPTED);
      assertThat(mysql.number("SELECT epoch FROM seckill_item")).isEqualTo(2);
    }
  }

  @Test
  @DisplayName(
      "an item that cannot be built keeps no other from selling, and sells nothing itself; a"
          + " damaged key is as good as a lost one")
  void oneBroken(TestMySql mysql) {
    try (TestRedis redis =
            TestRedis.dedicated("--save", "", "--appendonly", "yes", "--appendfsync", "always");
        Till till = Till.open(redis, mysql, recovery("auto", 1))) {
      List.of(ITEM, ITEM + 1, ITEM + 2).forEach(item -> till.sell(item, 5));
      redis.command("DEL", Till.keys(ITEM).receipts());
      redis.command("SET", Till.keys(ITEM).receipts(), "x");
      new TestPen(redis, mysql, ITEM + 1).bury("a", "OPEN");
      mysql.query("UPDATE seckill_item SET total_stock = 0 WHERE id = ?", ITEM + 1);
      redis.kill();
      redis.restart();

      until(() -> buys(till, ITEM + 2, "u1") == Outcome.ACCEPTED);
      assertThat(buys(till, ITEM + 1, "u1")).isEqualTo(Outcome.PAUSED);
      assertThat(buys(till, ITEM, "u1")).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("an id that Redis draws anew by itself closes nothing; data of another Redis does")
  void newReplicationId(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated("--repl-backlog-ttl", "1");
        TestRedis other = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, recovery("operator", 2))) {
      till.sell(ITEM, 5);
      assertThat(buys(till, ITEM, "u1")).isEqualTo(Outcome.ACCEPTED);
      String first = replicationId(redis);
      assertThat(first)
          .isEqualTo(
              mysql.query("SELECT replication_id FROM store_trust").iterator().next().getString(0));
      follow(other, redis);
      other.command("REPLICAOF", "NO", "ONE");
      until(() -> !replicationId(redis).equals(first));
      redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

      until(() -> buys(till, ITEM, "u2") == Outcome.ACCEPTED);
      until(() -> health(till).equals("UP"));
      assertThat(mysql.number("SELECT epoch FROM seckill_item")).isOne();

      // The same process, but its data went and came again.
      follow(redis, other);
      redis.command("REPLICAOF", "NO", "ONE");
      redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
      until(() -> health(till).contains("an operator has to open the store"));
      assertThat(mysql.number("SELECT epoch FROM seckill_item")).isEqualTo(2);
    }
  }

  private static String replicationId(TestRedis redis) {
    return redis
        .command("INFO", "replication")
        .toString()
        .lines()
        .filter(line -> line.startsWith("master_replid:"))
        .findFirst()
        .orElseThrow()
        .strip()
        .substring("master_replid:".length());
  }

  private static void follow(TestRedis replica, TestRedis master) {
    URI url = URI.create(master.url());
    replica.command("REPLICAOF", url.getHost(), "" + url.getPort());
    until(
        () -> replica.command("INFO", "replication").toString().contains("master_link_status:up"));
  }

  @Test
  @DisplayName("a lost connection to the same Redis: it sells on, also while MySQL is away")
  void reconnected(TestMySql mysql) {
    try (TestRedis redis = TestRedis.dedicated();
        Till till = Till.open(redis, mysql, recovery("operator", 1))) {
      till.sell(ITEM, 5);
      mysql.query("RENAME TABLE store_trust TO store_trust_away");
      try {
        redis.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        until(() -> buys(till, ITEM, "u1") == Outcome.ACCEPTED);
      } finally {
        mysql.query("RENAME TABLE store_trust_away TO store_trust");
      }
      assertThat(mysql.number("SELECT epoch FROM seckill_item")).isOne();
    }
  }
}
