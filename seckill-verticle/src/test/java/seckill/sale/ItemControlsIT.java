package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

class ItemControlsIT extends SwitchCase {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static JsonObject quickly() {
    return Till.sale("itemRefreshMillis", 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE FROM sale_switch", "UPDATE sale_switch SET status = 'open'"})
  @DisplayName("a switch that is missing in the books or says something unknown is PAUSED")
  void unknownInTheBooks(String damage) {
    try (Till till = Till.open(redis, mysql, quickly())) {
      till.sell(ITEM, 5);
      mysql.query(damage);
      await().atMost(SOON).until(() -> field(ALL).equals("PAUSED"));
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      till.ask(Addresses.SALE_RESUME, actor());
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
    }
  }

  @Test
  @DisplayName(
      "what MySQL says of an item holds, whatever was written into Redis by hand: both ways")
  void mended() {
    try (Till till = Till.open(redis, mysql, quickly())) {
      till.sell(ITEM, 5);
      till.ask(Addresses.SALE_PAUSE, actor());
      setField(ALL, "OPEN");
      await().atMost(SOON).until(() -> field(ALL).equals("PAUSED"));
      till.ask(Addresses.SALE_RESUME, actor());
      assertThat(field(ALL)).isEqualTo("OPEN");
      setField(ALL, "PAUSED");
      await().atMost(SOON).until(() -> field(ALL).equals("OPEN"));

      till.admin(Addresses.ITEM_PAUSE, ITEM);
      setField("status", "OPEN");
      await().atMost(SOON).until(() -> field("status").equals("PAUSED"));
      till.admin(Addresses.ITEM_RESUME, ITEM);
      setField("status", "PAUSED");
      setField("waiting_room", "1");
      await().atMost(SOON).until(() -> till.buy(ITEM, "u1").outcome() == Outcome.ACCEPTED);
      assertThat(field("waiting_room")).isEqualTo("0");
    }
  }

  @Test
  @DisplayName(
      "what is changed in MySQL by hand reaches Redis, and so does a MySQL that was set back")
  void changedByHand() {
    try (Till till = Till.open(redis, mysql, quickly())) {
      till.sell(ITEM, 5);
      mysql.query("UPDATE seckill_item SET status = 'PAUSED' WHERE id = 1001");
      await().atMost(SOON).until(() -> field("status").equals("PAUSED"));
      for (int i = 0; i < 3; i++) {
        till.admin(Addresses.ITEM_PAUSE, ITEM);
        till.ask(Addresses.SALE_PAUSE, actor());
      }
      mysql.query("UPDATE seckill_item SET status = 'OPEN', revision = 1 WHERE id = 1001");
      mysql.query("UPDATE sale_switch SET status = 'OPEN', revision = 1");
      await().atMost(SOON).until(() -> till.buy(ITEM, "u1").outcome() == Outcome.ACCEPTED);
      assertThat(field("status") + field(ALL)).isEqualTo("OPENOPEN");
    }
  }

  @Test
  @DisplayName("a pause while MySQL is away closes Redis at once, stays, and MySQL is told of it")
  void missedByMySql() {
    try (Till till = Till.open(redis, mysql, quickly())) {
      till.sell(ITEM, 5);
      till.sell(1002, 5);
      till.admin(Addresses.ITEM_PAUSE, ITEM);
      till.admin(Addresses.ITEM_RESUME, ITEM);
      mysql.query("RENAME TABLE seckill_item TO aside");
      try {
        assertThatThrownBy(() -> TestVertx.await(till.send(Addresses.ITEM_PAUSE, pause(ITEM))))
            .hasMessageContainingAll("is paused in Redis", "MySQL does not know it yet");
        assertThatThrownBy(() -> TestVertx.await(till.send(Addresses.ITEM_PAUSE, pause(4711))))
            .hasMessageContainingAll("not in Redis", "nothing was done", "pause it again");
        assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      } finally {
        mysql.query("RENAME TABLE aside TO seckill_item");
      }
      await().atMost(SOON).until(() -> status().equals("PAUSED"));
      await()
          .atMost(SOON)
          .until(
              () ->
                  redis.command("HGET", Till.keys(ITEM).item(), RedisKeys.ITEM_PAUSE_UNSTORED)
                      == null);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      till.admin(Addresses.ITEM_RESUME, ITEM);
      assertThat(till.buy(ITEM, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(audited("pause")).contains("seckill");
    }
  }

  @Test
  @DisplayName("a pause of all while MySQL is away stays, and MySQL is told of it")
  void allMissedByMySql() {
    try (Till till = Till.open(redis, mysql, quickly())) {
      till.sell(ITEM, 5);
      till.sell(1002, 5);
      mysql.query("RENAME TABLE sale_switch TO aside");
      try {
        assertThatThrownBy(() -> TestVertx.await(till.send(Addresses.SALE_PAUSE, actor())))
            .hasMessageContainingAll("paused in Redis: 2", "MySQL does not know it yet");
        assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      } finally {
        mysql.query("RENAME TABLE aside TO sale_switch");
      }
      await()
          .atMost(SOON)
          .until(
              () ->
                  mysql
                      .query("SELECT status FROM sale_switch")
                      .iterator()
                      .next()
                      .getString(0)
                      .equals("PAUSED"));
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.PAUSED);
      till.ask(Addresses.SALE_RESUME, actor());
      assertThat(till.buy(1002, "u1").outcome()).isEqualTo(Outcome.ACCEPTED);
      assertThat(audited("pause-all")).contains("seckill");
    }
  }

  private static JsonObject pause(long itemId) {
    return Till.forItem(itemId).put("actor", "olga");
  }

  private String status() {
    return mysql
        .query("SELECT status FROM seckill_item WHERE id = 1001")
        .iterator()
        .next()
        .getString(0);
  }

  private List<String> audited(String action) {
    List<String> actors = new ArrayList<>();
    mysql
        .query("SELECT actor FROM admin_audit WHERE action = ? AND outcome = 'OK'", action)
        .forEach(row -> actors.add(row.getBuffer(0).toString()));
    return actors;
  }

  @Test
  @DisplayName(
      "a pause that Redis missed while it was away holds as soon as it is back: none is sold")
  void missedByRedis() {
    try (TestRedis own = TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always");
        Till till = Till.open(own, mysql, quickly())) {
      till.sell(ITEM, 5);
      BlockingQueue<JsonObject> news = new LinkedBlockingQueue<>();
      TestVertx.await(
          till.vertx
              .eventBus()
              .<JsonObject>consumer(Addresses.EVENT_SALE_STATUS, fact -> news.add(fact.body()))
              .completion());
      own.kill();
      assertThat(Till.failure(till.send(Addresses.SALE_PAUSE, actor())))
          .isEqualTo(Outcome.DEGRADED);
      assertThat(news).contains(new JsonObject().put("status", "PAUSED"));
      own.restart();
      // Nobody is served between Redis's return and the next look at the books.
      AtomicInteger user = new AtomicInteger();
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(1))
          .until(() -> till.buy(ITEM, "u" + user.getAndIncrement()).outcome() == Outcome.PAUSED);
      await()
          .atMost(SOON)
          .until(
              () -> own.command("HGET", Till.keys(ITEM).item(), ALL).toString().equals("PAUSED"));
      assertThat(till.buy(ITEM, "late").outcome()).isEqualTo(Outcome.PAUSED);
      assertThat(own.get(Till.keys(ITEM).stock())).isEqualTo("5");
    }
  }
}
