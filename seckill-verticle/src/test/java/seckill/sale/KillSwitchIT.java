package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.TestVertx;

class KillSwitchIT extends SwitchCase {

  private static JsonObject never() {
    return Till.sale("itemRefreshMillis", 600_000);
  }

  @Test
  @DisplayName("a pause of all holds on every till at once, and one paused item stays paused after")
  void allItems() {
    try (Till one = Till.open(redis, mysql, never());
        Till other = Till.open(redis, mysql, never())) {
      one.sell(ITEM, 5);
      one.sell(1002, 5);
      one.sell(1003, 5);
      one.admin(Addresses.ITEM_PAUSE, 1003);
      JsonObject reply = one.ask(Addresses.SALE_PAUSE, actor());
      assertThat(reply).isEqualTo(new JsonObject().put("status", "PAUSED").put("items", 3));
      for (Till till : List.of(one, other)) {
        for (long itemId : new long[] {ITEM, 1002, 1003}) {
          assertThat(till.buy(itemId, "u1").outcome()).isEqualTo(Outcome.PAUSED);
        }
        assertThat(till.ask(Addresses.SALE_STATUS, new JsonObject()))
            .isEqualTo(
                new JsonObject()
                    .put("status", "PAUSED")
                    .put("paused", new JsonArray().add("1003")));
        assertThat(till.ask(Addresses.ITEM_STOCK, Till.forItem(ITEM)).getString("status"))
            .isEqualTo("PAUSED");
      }
      other.ask(Addresses.SALE_RESUME, actor());
      assertThat(one.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(other.buy(1002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(one.buy(1003, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      assertThat(one.ask(Addresses.ITEM_LIST, new JsonObject()).getString("status"))
          .isEqualTo("OPEN");
    }
  }

  @Test
  @DisplayName(
      "under fire nothing is sold after the pause was answered, and the accepted ones land")
  void underFire() {
    try (Till till = Till.two(redis, mysql)) {
      till.sell(ITEM, 100_000);
      List<Future<List<PurchaseResult>>> asked = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        asked.add(till.sendBatch(ITEM, List.of(Till.attempt(ITEM, "before" + i))));
      }
      Future<JsonObject> pausing = till.send(Addresses.SALE_PAUSE, actor());
      for (int i = 0; i < 200; i++) {
        asked.add(till.sendBatch(ITEM, List.of(Till.attempt(ITEM, "during" + i))));
      }
      TestVertx.await(pausing);
      String stock = redis.get(Till.keys(ITEM).stock());
      List<String> late = IntStream.range(0, 200).mapToObj(i -> "late" + i).toList();
      assertThat(Till.count(till.rush(ITEM, late), Outcome.PAUSED)).isEqualTo(200);
      long accepted =
          asked.stream()
              .map(answer -> TestVertx.await(answer).get(0).outcome())
              .filter(Outcome.ACCEPTED::equals)
              .count();
      assertThat(redis.get(Till.keys(ITEM).stock())).isEqualTo(stock);
      assertThat(redis.number("XLEN", Till.keys(ITEM).orders())).isEqualTo(accepted);
      till.assertBalanced(ITEM, 100_000);
    }
  }

  @Test
  @DisplayName("a pause of all outlives a till's restart, a lost Redis and a preheat")
  void survives() {
    try (Till till = Till.open(redis, mysql, never())) {
      till.sell(ITEM, 5);
      till.ask(Addresses.SALE_PAUSE, actor());
    }
    try (Till till = Till.open(redis, mysql, never())) {
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      redis.flush();
      till.preheat(ITEM);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      till.sell(1002, 5);
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      till.ask(Addresses.SALE_RESUME, actor());
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("an item of which Redis does not say that all are open is PAUSED until resumed")
  void unknownInRedis() {
    try (Till till = Till.open(redis, mysql, never())) {
      till.sell(ITEM, 5);
      setField(ALL, "open");
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      redis.command("HDEL", Till.keys(ITEM).item(), ALL);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      till.preheat(ITEM);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName("a pause that nobody could book closes Redis all the same, and says so")
  void booksAway() {
    try (Till till = Till.open(redis, mysql, never())) {
      till.sell(ITEM, 5);
      mysql.query("RENAME TABLE sale_switch TO aside");
      try {
        assertThat(Till.failure(till.send(Addresses.SALE_PAUSE, actor())))
            .isEqualTo(Outcome.DEGRADED);
        assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      } finally {
        mysql.query("RENAME TABLE aside TO sale_switch");
      }
    }
  }

  @Test
  @DisplayName("an item that the list of live items has lost is paused with the others")
  void lostFromTheList() {
    try (Till till = Till.open(redis, mysql, never())) {
      till.sell(ITEM, 5);
      redis.command("DEL", RedisKeys.DEFAULT.liveItems());
      redis.command("SADD", RedisKeys.DEFAULT.liveItems(), "rubbish", "4711");
      till.ask(Addresses.SALE_PAUSE, actor());
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
    }
  }

  @Test
  @DisplayName("both switches are published, and audited with who, the old and the new value")
  void toldAndAudited() throws InterruptedException {
    try (Till till = Till.open(redis, mysql, never())) {
      till.sell(ITEM, 5);
      BlockingQueue<JsonObject> news = new LinkedBlockingQueue<>();
      TestVertx.await(
          till.vertx
              .eventBus()
              .<JsonObject>consumer(Addresses.EVENT_SALE_STATUS, fact -> news.add(fact.body()))
              .completion());
      till.ask(Addresses.SALE_PAUSE, actor());
      till.admin(Addresses.ITEM_PAUSE, ITEM);
      till.ask(Addresses.SALE_RESUME, actor());
      assertThat(news.poll(10, TimeUnit.SECONDS))
          .isEqualTo(new JsonObject().put("status", "PAUSED"));
      assertThat(news.poll(10, TimeUnit.SECONDS)).isEqualTo(new JsonObject().put("status", "OPEN"));
      List<String> audit = new ArrayList<>();
      mysql
          .query(
              "SELECT actor, action, item_id, detail, outcome FROM admin_audit"
                  + " WHERE action LIKE '%pause%' OR action LIKE '%resume%' ORDER BY id")
          .forEach(
              row ->
                  audit.add(
                      row.getBuffer(0)
                          + " "
                          + row.getString(1)
                          + " "
                          + row.getLong(2)
                          + " "
                          + row.getString(3)
                          + " "
                          + row.getString(4)));
      assertThat(audit)
          .containsExactly(
              "olga pause-all 0 {\"old\":\"OPEN\",\"new\":\"PAUSED\",\"items\":[\"1001\"]} OK",
              "operator pause 1001 {\"old\":\"OPEN\",\"new\":\"PAUSED\"} OK",
              "olga resume-all 0 {\"old\":\"PAUSED\",\"new\":\"OPEN\",\"items\":[\"1001\"]} OK");
    }
  }
}
