package seckill.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.reconcile.Sale.Order;

/** Item and stock have expired after the end of the sale, and users outlive them by an hour. */
class ExpiredItemIT extends SaleFixture {
  private static final long USERS_OUTLIVE_STOCK_MILLIS = 3_600_000;

  private Sale over;
  private List<Order> orders;

  @BeforeEach
  void sell() {
    // The fixture's keys are kept for a day after the end.
    over = new Sale(redis, mysql, 7, 10, Instant.now().minus(Duration.ofMinutes(24 * 60 + 20)));
    orders = over.buyAll(Sale.users("u", 4));
    over.land(orders);
  }

  private long expireAt() {
    return Long.parseLong(redis.command("HGET", over.keys.item(), "expire_at").toString());
  }

  /** As the seckill service sets it with the first purchase, so that Redis lets them go itself. */
  private void expire() {
    long expireAt = expireAt();
    keep(expireAt + USERS_OUTLIVE_STOCK_MILLIS, over.keys.users(), over.keys.receipts());
    keep(expireAt, over.keys.item(), over.keys.stock());
    assertThat(redis.number("EXISTS", over.keys.item(), over.keys.stock())).isZero();
    assertThat(redis.number("EXISTS", over.keys.users(), over.keys.receipts())).isEqualTo(2);
  }

  private void keep(long until, String... keys) {
    for (String key : keys) {
      redis.command("PEXPIREAT", key, Long.toString(until));
    }
  }

  private JsonObject assertClean(String verdict) {
    JsonObject report = node.repair(7);
    assertThat(report.getJsonArray("findings")).isEqualTo(new JsonArray());
    assertThat(report.getJsonArray("repairs")).isEqualTo(new JsonArray());
    assertThat(report.getString("verdict")).isEqualTo(verdict);
    return report;
  }

  /** What the seckill service and the consumer come to where there is no item any more. */
  private void returnedToNobody() {
    mysql.query("DELETE FROM outbox");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("an item that has expired after its end leaks nothing, settled before or not")
  void leaksNothing(boolean settledBefore) {
    if (settledBefore) {
      assertThat(node.run(7).getJsonObject("settlement").getString("state")).isEqualTo("SETTLED");
    }
    expire();

    JsonObject settlement = assertClean("BALANCED").getJsonObject("settlement");

    assertThat(settlement.getString("state")).isEqualTo("SETTLED");
    assertThat(settlement.getLong("unsold")).isEqualTo(6);
    assertClean("BALANCED");
  }

  @Test
  @DisplayName("an order that is cancelled after that strands no unit, and nothing is repaired")
  void strandsNothing() {
    expire();
    over.cancel(orders.get(1));
    assertClean("IN_FLIGHT");
    returnedToNobody();

    assertClean("BALANCED");
    redis.command("DEL", over.keys.receipts());
    assertThat(assertClean("BALANCED").getJsonObject("settlement").getLong("unsold")).isEqualTo(7);
  }

  @Test
  @DisplayName("a unit that was stranded before its item expired is over with it")
  void forgetsStrandedUnits() {
    String expireAt = Long.toString(expireAt());
    String later = Long.toString(Instant.now().plus(Duration.ofHours(1)).toEpochMilli());
    redis.command("HSET", over.keys.item(), "expire_at", later);
    over.cancel(orders.get(1));
    returnedToNobody();
    assertThat(finding(node.run(7), "STRANDED_UNIT").getLong("count")).isEqualTo(1);
    redis.command("HSET", over.keys.item(), "expire_at", expireAt);
    expire();

    assertClean("BALANCED");
  }

  @Test
  @DisplayName("a dead letter that is discarded after that leaves no lost order behind")
  void discardsLetters() {
    Order dead = over.buy("dead");
    over.bury(dead);
    expire();
    mysql.query("UPDATE dead_letter SET state = 'DISCARDED'");
    redis.command("UNLINK", over.keys.dead());

    assertClean("BALANCED");
    redis.command("DEL", over.keys.receipts());
    assertClean("BALANCED");
  }

  @Test
  @DisplayName("an order that is nowhere is lost for as long as somebody is known to hold a unit")
  void stillMissesLostOrders() {
    expire();
    delete(orders.get(2));
    mysql.query("UPDATE seckill_item SET sold = 3 WHERE id = 7");

    for (int run = 0; run < 2; run++) {
      JsonObject report = node.repair(7);
      assertThat(texts(finding(report, "LOST"), "users")).containsExactly("u00002");
      assertThat(report.getJsonArray("repairs").getJsonObject(0).getString("state"))
          .isEqualTo("REFUSED");
    }
  }

  @Test
  @DisplayName("whatever key goes first, an item whose time is over has no findings")
  void anyOrder() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    over.cancel(orders.get(3));
    returnedToNobody();
    for (int round = 0; round < 6; round++) {
      List<String> keys =
          new ArrayList<>(
              List.of(
                  over.keys.item(), over.keys.stock(), over.keys.users(), over.keys.receipts()));
      Collections.shuffle(keys, random);
      Sale again = new Sale(redis, mysql, 100 + round, 10, Instant.now().minus(Duration.ofDays(8)));
      again.land(again.buyAll(Sale.users("u", 3)));
      for (String key : keys) {
        redis.command("DEL", key.replace("{7}", "{" + again.itemId + "}"));
        JsonObject report = node.repair(again.itemId);
        assertThat(report.getJsonArray("findings"))
            .as("seed %d, %s without %s of %s", seed, report, key, keys)
            .isEqualTo(new JsonArray());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"item stock", "stock", "item"})
  @DisplayName("keys that are gone before their time are lost, also after the end of the sale")
  void noticesLostKeys(String lost) {
    Sale ended = new Sale(redis, mysql, 8, 10, Instant.now().minus(Duration.ofMinutes(5)));
    ended.land(ended.buyAll(Sale.users("u", 4)));
    long expireAt = Instant.now().plus(Duration.ofHours(23)).toEpochMilli();
    keep(expireAt, ended.keys.item(), ended.keys.stock());
    keep(expireAt + USERS_OUTLIVE_STOCK_MILLIS, ended.keys.users(), ended.keys.receipts());
    for (String key : lost.split(" ")) {
      redis.command("DEL", "seckill:{8}:" + key);
    }

    boolean shelf = lost.contains("stock");
    assertThat(node.run(8).getString("verdict")).isEqualTo(shelf ? "FINDINGS" : "BALANCED");
    if (shelf) {
      assertThat(finding(node.run(8), "STOCK_LEAK").getLong("count")).isEqualTo(6);
    }
  }

  @Test
  @DisplayName("a sale that was extended after its item expired has to be there again")
  void extended() {
    expire();
    mysql.query(
        "UPDATE seckill_item SET end_at = ? WHERE id = 7",
        Sale.utc(Instant.now().plus(Duration.ofHours(1))));

    assertThat(finding(node.run(7), "STATE_LOST").getLong("count")).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "stock", "item stock", "item stock receipts"})
  @DisplayName(
      "a unit that cannot go back where keys are lost is refused, not done again and again")
  void refusesReturns(String lost) {
    Sale ended = new Sale(redis, mysql, 8, 10, Instant.now().minus(Duration.ofMinutes(5)));
    List<Order> sold = ended.buyAll(Sale.users("u", 4));
    ended.land(sold);
    ended.cancel(sold.get(0));
    returnedToNobody();
    for (String key : lost.split(" ")) {
      redis.command("DEL", "seckill:{8}:" + key);
    }

    try (Node stranded = Node.start(redis, mysql, "repair.stranded", true)) {
      for (int run = 0; run < 2; run++) {
        JsonObject report = stranded.run(8);
        assertThat(finding(report, "STRANDED_UNIT").getLong("count")).isEqualTo(1);
        JsonObject repair = report.getJsonArray("repairs").getJsonObject(0);
        assertThat(repair.getString("state")).isEqualTo("REFUSED");
        assertThat(repair.getString("detail")).contains("Redis");
        assertThat(mysql.number("SELECT COUNT(*) FROM outbox")).isZero();
      }
    }
  }
}
