package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** An item with more holders than units is closed, takes units back, and opens once they fit. */
class OversoldIT extends RecoverCase {
  private final List<String> letters = new ArrayList<>();

  /** As many landed orders as units, and letters of others who heard yes. */
  private void oversell(int total, int late) {
    till.sell(ITEM, total);
    sellTo(0, total);
    pen.land(total);
    for (int i = 0; i < late; i++) {
      letters.add(pen.bury("late" + i, "OPEN"));
    }
  }

  private void assertRefused() {
    assertThat(Till.failure(till.send(Addresses.ITEM_RECOVER, request())))
        .isEqualTo(Outcome.CONFLICT);
  }

  private JsonObject giveBack(String user, String orderId) {
    return till.ask(
        Addresses.UNIT_RETURN,
        Till.forItem(ITEM).put("userId", user).put("orderId", orderId).put("seq", 0));
  }

  /** What the desk of dead letters does about the first of them. */
  private String discard(int letter) {
    String result = giveBack("late" + letter, letters.get(letter)).getString("result");
    mysql.query(
        "UPDATE dead_letter SET state = 'DISCARDED' WHERE order_id = ?", letters.get(letter));
    return result;
  }

  private boolean isClosed() {
    return redis.command("HGET", KEYS.item(), RedisKeys.ITEM_OVERSOLD) != null;
  }

  private void assertNoMoreThan(long total) {
    long stock = Long.parseLong(redis.get(KEYS.stock()));
    long users = redis.number("SCARD", KEYS.users());
    assertThat(stock).isNotNegative();
    assertThat(stock == 0 || stock + users <= total).isTrue();
    long accepted = redis.command("HGET", KEYS.item(), RedisKeys.ITEM_ACCEPTED).toLong();
    long returned = redis.command("HGET", KEYS.item(), RedisKeys.ITEM_RETURNED).toLong();
    assertThat(accepted - returned).isEqualTo(users);
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "1, 1", "3, 5", "6, 4"})
  @DisplayName("letters of a closed item are given up one by one: users leave, no unit is made")
  void discarded(int total, int late) {
    oversell(total, late);
    assertRefused();
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.PAUSED);

    for (int i = 0; i < late; i++) {
      assertThat(isClosed()).isTrue();
      assertThat(discard(i)).isEqualTo("SURPLUS");
      assertThat(users()).doesNotContain("late" + i);
      assertNoMoreThan(total);
      assertThat(discard(i)).isEqualTo("ALREADY");
    }

    assertThat(isClosed()).isFalse();
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.SOLD_OUT);
    assertThat(recover().getLong("stock")).isZero();
    assertThat(users()).hasSize(total);
    assertThat(till.buy(ITEM, "late0").outcome()).isEqualTo(Outcome.SOLD_OUT);
  }

  @Test
  @DisplayName("orders that end meanwhile come back, and what is beyond the holders is for sale")
  void cancelled() {
    till.sell(ITEM, 3);
    sellTo(0, 3);
    var landed = pen.land(3);
    letters.add(pen.bury("late0", "OPEN"));
    assertRefused();

    for (String user : List.of("u0", "u1")) {
      pen.cancel(user, "CANCELLED", true);
      giveBack(user, landed.get(user));
      assertNoMoreThan(3);
    }

    assertThat(redis.get(KEYS.stock())).isEqualTo("1");
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(users()).containsExactlyInAnyOrder("u2", "late0", "new");
    assertThat(till.buy(ITEM, "more").outcome()).isEqualTo(Outcome.SOLD_OUT);
  }

  @ParameterizedTest
  @CsvSource({"2, 3, 2", "2, 3, 3", "4, 2, 5"})
  @DisplayName("a restock opens a closed item once its holders fit, with what is beyond them")
  void restocked(int total, int late, int more) {
    oversell(total, late);
    assertRefused();

    till.ask(Addresses.ITEM_RESTOCK, request().put("units", more).put("requestId", "r-" + more));

    assertThat(redis.get(KEYS.stock())).isEqualTo("" + Math.max(0, more - late));
    assertThat(isClosed()).isEqualTo(more < late);
    assertNoMoreThan(total + more);
    assertThat(till.buy(ITEM, "new").outcome())
        .isEqualTo(
            more < late ? Outcome.PAUSED : more > late ? Outcome.ACCEPTED : Outcome.SOLD_OUT);
  }

  @Test
  @DisplayName("a paused item that was oversold is still paused when its holders fit")
  void paused() {
    oversell(2, 1);
    till.admin(Addresses.ITEM_PAUSE, ITEM);
    assertRefused();
    discard(0);
    assertThat(isClosed()).isFalse();
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.PAUSED);
    till.admin(Addresses.ITEM_RESUME, ITEM);
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.SOLD_OUT);
  }

  @Test
  @DisplayName("each time an item becomes oversold there is an alert")
  void alerts() {
    Queue<JsonObject> alerts = new ConcurrentLinkedQueue<>();
    TestVertx.await(
        till.vertx
            .eventBus()
            .<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()))
            .completion());
    oversell(2, 2);
    assertRefused();
    discard(0);
    discard(1);
    letters.add(pen.bury("late2", "OPEN"));
    assertRefused();
    await().atMost(SOON).until(() -> alerts.size() == 2);
  }

  @ParameterizedTest
  @CsvSource({"5, 2, 3", "1, 1, 0", "8, 3, 8"})
  @DisplayName(
      "set back while it sells: closed by itself, ready all the same, and decided like any")
  void setBack(int total, int late, int kept) {
    oversell(total, late);
    // Redis forgets who bought last, and how many there were.
    for (int i = kept; i < total; i++) {
      redis.command("SREM", KEYS.users(), "u" + i);
      redis.command("HDEL", KEYS.receipts(), "u" + i);
    }
    redis.command("HSET", KEYS.item(), "accepted", "" + kept, "epoch", "0");
    redis.command("HSET", KEYS.item(), "epoch", "1", "accepted", "" + Math.max(0, kept - 1));
    till.ask(Addresses.ITEM_LIST, new JsonObject());

    await()
        .atMost(SOON)
        .until(
            () -> {
              till.buy(ITEM, "new");
              return isClosed();
            });
    assertThat(redis.number("SCARD", KEYS.users())).isEqualTo(total + late);
    awaitReady(till);

    for (int i = 0; i < late; i++) {
      assertThat(discard(i)).isEqualTo("SURPLUS");
    }
    assertThat(recover().getLong("stock")).isZero();
    assertThat(till.buy(ITEM, "new").outcome()).isEqualTo(Outcome.SOLD_OUT);
    awaitReady(till);
    assertThat(users()).hasSize(total);
  }

  private static void awaitReady(Till till) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              JsonObject health = TestVertx.await(till.health.ready());
              assertThat(health.getString("status")).as(health.encode()).isEqualTo("UP");
            });
  }

  @Test
  @DisplayName("another Redis, empty: an oversold item takes units back there, too, and opens")
  void anotherRedis(TestMySql mysql) {
    till.close();
    try (TestRedis own = TestRedis.dedicated("--save", "", "--appendonly", "no");
        Till one =
            Till.open(own, mysql, Till.sale("itemRefreshMillis", 100).mergeIn(lease(1000), true))) {
      one.sell(ITEM, 2);
      for (String user : List.of("u0", "u1")) {
        one.buy(ITEM, user);
      }
      TestPen writer = new TestPen(own, mysql, ITEM);
      writer.land(2);
      String late = writer.bury("late0", "OPEN");
      own.kill();
      own.restart();

      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(() -> own.command("HGET", KEYS.item(), RedisKeys.ITEM_OVERSOLD) != null);
      awaitReady(one);
      JsonObject checks = TestVertx.await(one.health.ready()).getJsonObject("checks");
      assertThat(checks.getString("recovery")).isEqualTo("UP");
      await()
          .atMost(SOON)
          .until(
              () ->
                  TestVertx.await(one.health.ready())
                      .getJsonObject("checks")
                      .getString("items")
                      .contains("OVERSOLD"));
      JsonObject request =
          Till.forItem(ITEM).put("userId", "late0").put("orderId", late).put("seq", 0);
      assertThat(one.ask(Addresses.UNIT_RETURN, request).getString("result")).isEqualTo("SURPLUS");
      assertThat(one.buy(ITEM, "new").outcome()).isEqualTo(Outcome.SOLD_OUT);
    } finally {
      till = Till.open(redis, mysql);
    }
  }
}
