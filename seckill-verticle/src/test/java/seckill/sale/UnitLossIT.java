package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.ItemKeys;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** An order ends while keys of its item are lost or damaged. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class UnitLossIT {
  private static final long ITEM = 1001;
  private static final ItemKeys KEYS = RedisKeys.DEFAULT.of(ITEM);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Set<String> WAITS = Set.of("LOADING", "WRONGTYPE");

  private TestRedis redis;
  private TestMySql mysql;
  private TestPen pen;
  private Till till;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    this.mysql = mysql;
    pen = new TestPen(redis, mysql, ITEM);
    JsonObject sale =
        new JsonObject().put("instances", 2).put("itemRefreshMillis", 200).put("pageSize", 3);
    till = Till.open(redis, mysql, new JsonObject().put("sale", sale));
  }

  @AfterEach
  void close() {
    till.close();
  }

  private String giveBack(String user, String orderId, long seq) {
    return till.ask(
            Addresses.UNIT_RETURN,
            Till.forItem(ITEM).put("userId", user).put("orderId", orderId).put("seq", seq))
        .getString("result");
  }

  private String take(String user, String orderId, long seq) {
    return till.ask(
            Addresses.UNIT_TAKE,
            Till.forItem(ITEM).put("userId", user).put("orderId", orderId).put("seq", seq))
        .getString("result");
  }

  private void assertHolders(long total, String... users) {
    assertThat(redis.command("SMEMBERS", KEYS.users()).stream().map(Object::toString))
        .containsExactlyInAnyOrder(users);
    assertThat(redis.get(KEYS.stock())).isEqualTo("" + (total - users.length));
    assertThat(redis.number("HLEN", KEYS.receipts())).isEqualTo(users.length);
    long accepted = redis.command("HGET", KEYS.item(), RedisKeys.ITEM_ACCEPTED).toLong();
    long returned = redis.command("HGET", KEYS.item(), RedisKeys.ITEM_RETURNED).toLong();
    assertThat(accepted - returned).isEqualTo(users.length);
  }

  private void damage(String part, String how) {
    String key = "seckill:{1001}:" + part;
    if (how.equals("one")) {
      redis.command("HDEL", key, "u1");
      return;
    }
    if (how.equals("damaged")) {
      // In one step: a look that found no key at all would have the item built again.
      redis.command("RPUSH", "aside", "stray");
      redis.command("RENAME", "aside", key);
    } else {
      redis.command("DEL", key);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "item, lost",
    "stock, lost",
    "users, lost",
    "receipts, lost",
    "orders, lost",
    "returned, lost",
    "item, damaged",
    "stock, damaged",
    "users, damaged",
    "receipts, damaged",
    "orders, damaged",
    "returned, damaged",
    "barred, damaged",
    "receipts, one"
  })
  @DisplayName("the unit comes back once, whatever was lost, and its user may buy again once")
  void once(String part, String how) {
    till.sell(ITEM, 9);
    for (int i = 0; i < 7; i++) {
      till.buy(ITEM, "u" + i);
    }
    Map<String, String> landed = pen.land(6);
    assertThat(giveBack("u5", landed.get("u5"), 1)).isEqualTo("RETURNED");
    pen.cancel("u5", "CANCELLED", true);

    damage(part, how);
    pen.cancel("u1", "CANCELLED", false);
    pen.cancel("u2", "CLOSED", false);
    giveBack("u1", landed.get("u1"), 2);
    if (how.equals("damaged")) {
      till.admin(Addresses.ITEM_RECOVER, ITEM);
    }
    for (String user : new String[] {"u1", "u2"}) {
      await().atMost(SOON).until(() -> !WAITS.contains(giveBack(user, landed.get(user), 3)));
    }
    await().atMost(SOON).until(() -> till.buy(ITEM, "new").outcome() == Outcome.ACCEPTED);
    assertThat(giveBack("u1", landed.get("u1"), 4)).isEqualTo("ALREADY");
    assertHolders(9, "u0", "u3", "u4", "u6", "new");

    assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(giveBack("u1", landed.get("u1"), 5)).isEqualTo("ALREADY");
    assertHolders(9, "u0", "u1", "u3", "u4", "u6", "new");
    till.admin(Addresses.ITEM_RECOVER, ITEM);
    assertHolders(9, "u0", "u1", "u3", "u4", "u6", "new");
  }

  @Test
  @DisplayName("receipts are lost: who holds the unit of no ended order keeps it")
  void kept() {
    till.sell(ITEM, 9);
    for (String user : new String[] {"ended", "again", "taken", "queued", "lost"}) {
      till.buy(ITEM, user);
    }
    Map<String, String> landed = pen.land(4);
    pen.cancel("ended", "CANCELLED", false);
    for (String user : new String[] {"again", "taken"}) {
      pen.cancel(user, "CLOSED", true);
      assertThat(giveBack(user, landed.get(user), 1)).isEqualTo("RETURNED");
    }
    // One has bought again, one was paid late and holds a unit already, one waits for both.
    assertThat(till.buy(ITEM, "again").outcome()).isEqualTo(Outcome.ACCEPTED);
    pen.outbox("UNIT_TAKE", landed.get("taken"), "taken");
    long take = mysql.number("SELECT MAX(id) FROM outbox");
    assertThat(take("taken", landed.get("taken"), take)).isEqualTo("TAKEN");
    pen.cancel("queued", "CLOSED", false);
    pen.outbox("UNIT_TAKE", landed.get("queued"), "queued");
    redis.command("DEL", KEYS.receipts(), KEYS.orders());

    await().atMost(SOON).until(() -> till.buy(ITEM, "new").outcome() == Outcome.ACCEPTED);

    assertThat(redis.command("SMEMBERS", KEYS.users()).stream().map(Object::toString))
        .containsExactlyInAnyOrder("again", "taken", "lost", "new");
    assertThat(redis.get(KEYS.stock())).isEqualTo("5");
    assertThat(redis.command("HGET", KEYS.receipts(), "taken").toString())
        .isEqualTo(landed.get("taken") + "|taken." + take);
    assertThat(giveBack("again", landed.get("again"), 9)).isEqualTo("ALREADY");
  }

  @Test
  @DisplayName("without a receipt a unit does not go back for an order if the books know another")
  void another() {
    till.sell(ITEM, 3);
    till.buy(ITEM, "u1");
    till.buy(ITEM, "u2");
    pen.land(2);
    redis.command("HDEL", KEYS.receipts(), "u1");

    assertThat(giveBack("u1", UUID.randomUUID().toString(), 1)).isEqualTo("ALREADY");
    assertThat(redis.get(KEYS.stock())).isEqualTo("1");
  }
}
