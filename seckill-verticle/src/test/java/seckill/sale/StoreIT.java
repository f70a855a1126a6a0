package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Two Redis, of which one sells. */
@ExtendWith(MySqlExtension.class)
class StoreIT {
  private static final long ITEM = 1001;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestRedis main = TestRedis.dedicated();
  private final TestRedis backup = TestRedis.dedicated();
  private final List<Till> tills = new ArrayList<>();
  private TestMySql mysql;

  @BeforeEach
  void open(TestMySql mysql) {
    this.mysql = mysql;
  }

  @AfterEach
  void close() {
    tills.forEach(Till::close);
    main.close();
    backup.close();
  }

  private Till till(Object... more) {
    JsonObject redis =
        new JsonObject()
            .put("backupUrl", backup.url())
            .put("storeLookMillis", 50)
            .put("storeLeaseMillis", 1000)
            .put("connectTimeoutMillis", 1000)
            .put("commandTimeoutMillis", 500);
    for (int i = 0; i < more.length; i += 2) {
      redis.put((String) more[i], more[i + 1]);
    }
    Till till = Till.open(main, mysql, new JsonObject().put("redis", redis));
    tills.add(till);
    return till;
  }

  private static JsonObject state(Till till) {
    return till.ask(Addresses.STORE_GET, new JsonObject());
  }

  private static JsonObject wish(String store) {
    return new JsonObject().put("store", store).put("actor", "operator");
  }

  private static JsonObject choose(Till till, JsonObject wish) {
    return till.ask(Addresses.STORE_SWITCH, wish);
  }

  private static void awaitSells(Till till, String store) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              JsonObject state = state(till);
              return state.getString("active").equals(store) && state.getBoolean("sells");
            });
  }

  private long switches() {
    return mysql.number("SELECT COUNT(*) FROM store_switch");
  }

  @Test
  @DisplayName("an operator switches to the backup and back, once per request, and it is audited")
  void operator() {
    Till till = till();
    Till other = till();
    JsonObject before = state(till);
    assertThat(before.getString("active")).isEqualTo("MAIN");
    assertThat(before.getBoolean("sells")).isTrue();
    assertThat(before.getJsonObject("stores"))
        .isEqualTo(new JsonObject().put("MAIN", "UP").put("BACKUP", "UP"));

    JsonObject wish = wish("BACKUP").put("requestId", "r-1");
    assertThat(choose(till, wish).getBoolean("changed")).isTrue();
    assertThat(choose(other, wish).getBoolean("changed")).isFalse();
    awaitSells(till, "BACKUP");
    awaitSells(other, "BACKUP");
    assertThat(state(other).getLong("generation")).isEqualTo(2);
    assertThat(state(other).getString("changedBy")).isEqualTo("operator");

    mysql.query(
        "REPLACE INTO store_trust (store, run_id, replication_id, trusted_at)"
            + " VALUES ('MAIN', 'r', 'p', UTC_TIMESTAMP(3)),"
            + " ('BACKUP', 'r', 'p', UTC_TIMESTAMP(3))");
    assertThat(choose(till, wish("MAIN")).getLong("generation")).isEqualTo(3);
    // What main was when it last sold says nothing of what it holds now.
    assertThat(mysql.number("SELECT COUNT(*) FROM store_trust WHERE store = 'MAIN'")).isZero();
    assertThat(mysql.number("SELECT COUNT(*) FROM store_trust")).isEqualTo(1);
    // An old request that comes again late switches nothing.
    assertThat(choose(till, wish).getBoolean("changed")).isFalse();
    assertThat(state(till).getString("active")).isEqualTo("MAIN");
    assertThat(mysql.number("SELECT COUNT(*) FROM admin_audit WHERE action = 'store-switch'"))
        .isEqualTo(4);
    assertThat(switches()).isEqualTo(2);
  }

  @Test
  @DisplayName("what cannot be switched to is refused with a reason, and nothing changes")
  void refusals() {
    Till till = till();
    Till alone = till("backupUrl", "");
    // It knows no backup, so it cannot tell whether one would sell.
    assertThat(Till.failure(alone.send(Addresses.STORE_SWITCH, wish("BACKUP"))))
        .isEqualTo(Outcome.BAD_REQUEST);
    for (JsonObject bad :
        List.of(
            wish("OTHER"),
            wish("main"),
            new JsonObject().put("actor", "operator"),
            new JsonObject().put("store", "BACKUP"),
            wish("BACKUP").put("requestId", ""),
            wish("BACKUP").put("requestId", "x".repeat(65)))) {
      assertThat(Till.failure(till.send(Addresses.STORE_SWITCH, bad)))
          .as(bad.encode())
          .isEqualTo(Outcome.BAD_REQUEST);
    }
    choose(till, wish("BACKUP").put("requestId", "r-1"));
    assertThat(
            Till.failure(till.send(Addresses.STORE_SWITCH, wish("MAIN").put("requestId", "r-1"))))
        .isEqualTo(Outcome.CONFLICT);
    main.kill();
    assertThat(Till.failure(till.send(Addresses.STORE_SWITCH, wish("MAIN"))))
        .isEqualTo(Outcome.DEGRADED);
    assertThat(state(till).getJsonObject("stores").getString("MAIN")).startsWith("DOWN: ");
    assertThat(switches()).isEqualTo(1);
  }

  @Test
  @DisplayName("nobody sells on the old store while the new one sells, whoever hears of it late")
  void neverTwoAtATime() {
    Till till = till("storeLeaseMillis", 60_000);
    till.sell(ITEM, 100);
    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    choose(till, wish("BACKUP"));
    // The backup holds the item as well, and might sell at once; it has to wait.
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> till.preheat(ITEM).getString("status").equals("OPEN"));
    assertThat(till.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.PAUSED);
    assertThat(backup.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users())).isZero();
    assertThat(backup.get(RedisKeys.DEFAULT.of(ITEM).stock())).isEqualTo("100");
    assertThat(TestVertx.await(till.health.ready()).getJsonObject("checks").getString("store"))
        .startsWith("DOWN: the BACKUP Redis sells in ");

    // Who starts when the leases of all others are over may sell.
    mysql.query("UPDATE store_choice SET changed_at = changed_at - INTERVAL 61 SECOND");
    Till later = till("storeLeaseMillis", 60_000);
    assertThat(later.buy(ITEM, "u2").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(main.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users())).isEqualTo(1);
    // The order that only main held has come along.
    assertThat(backup.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users())).isEqualTo(2);
    assertThat(later.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.DUPLICATE);
  }

  @Test
  @DisplayName(
      "a till that cannot read the choice stops selling, and holders still hear their order")
  void failsClosed() {
    Till till = till("storeLeaseMillis", 1000);
    till.sell(ITEM, 100);
    PurchaseResult bought = till.buy(ITEM, "u1");
    mysql.query("RENAME TABLE store_choice TO lost");
    AtomicInteger users = new AtomicInteger();
    await()
        .atMost(PATIENCE)
        .until(() -> till.buy(ITEM, "v" + users.incrementAndGet()).outcome() == Outcome.PAUSED);
    assertThat(till.buy(ITEM, "u1").orderId()).isEqualTo(bought.orderId());
    mysql.query("RENAME TABLE lost TO store_choice");
    await().atMost(PATIENCE).until(() -> till.buy(ITEM, "late").outcome() == Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 100);
  }

  @Test
  @DisplayName("main is gone for long enough: one till switches, all follow, and nobody goes back")
  void automatic() {
    Till till = till("switchAfterMillis", 600);
    Till other = till("switchAfterMillis", 600);
    List<JsonObject> alerts = new CopyOnWriteArrayList<>();
    for (Till each : tills) {
      each.vertx
          .eventBus()
          .<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()));
    }
    main.kill();
    awaitSells(till, "BACKUP");
    awaitSells(other, "BACKUP");
    main.restart();
    assertThat(switches()).isEqualTo(1);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(alerts)
                    .extracting(alert -> alert.getString("kind"))
                    .containsExactly("STORE_SWITCHED"));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                mysql.number(
                        "SELECT COUNT(*) FROM admin_audit WHERE action = 'store-switch'"
                            + " AND actor = 'till'")
                    == 1);
    await()
        .atMost(PATIENCE)
        .until(() -> state(till).getJsonObject("stores").getString("MAIN").equals("UP"));
    backup.freeze();
    try {
      await()
          .atMost(PATIENCE)
          .until(() -> state(till).getJsonObject("stores").getString("BACKUP").startsWith("DOWN"));
      assertThat(switches()).isEqualTo(1);
    } finally {
      backup.thaw();
    }
  }

  @Test
  @DisplayName("a frozen main counts as gone, and a backup that is gone itself is no place to go")
  void whenToSwitch() {
    Till till = till("switchAfterMillis", 500);
    backup.kill();
    main.freeze();
    try {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  TestVertx.await(till.health.ready())
                      .getJsonObject("checks")
                      .getString("redis")
                      .startsWith("DOWN"));
      assertThat(switches()).isZero();
      backup.restart();
      awaitSells(till, "BACKUP");
    } finally {
      main.thaw();
    }
    assertThat(switches()).isEqualTo(1);
  }
}
