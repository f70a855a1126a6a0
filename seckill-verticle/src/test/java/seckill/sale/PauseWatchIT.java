package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

class PauseWatchIT extends SwitchCase {
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
  @DisplayName("a Redis set back to an older copy is closed again; the other way round it is left")
  void mended() {
    try (Till till = Till.open(redis, mysql, quickly())) {
      till.sell(ITEM, 5);
      till.ask(Addresses.SALE_PAUSE, actor());
      setField(ALL, "OPEN");
      await().atMost(SOON).until(() -> field(ALL).equals("PAUSED"));
      till.ask(Addresses.SALE_RESUME, actor());
      assertThat(field(ALL)).isEqualTo("OPEN");

      till.admin(Addresses.ITEM_PAUSE, ITEM);
      setField("status", "OPEN");
      await().atMost(SOON).until(() -> field("status").equals("PAUSED"));
      till.admin(Addresses.ITEM_RESUME, ITEM);

      setField(ALL, "PAUSED");
      till.sell(1002, 5);
      till.admin(Addresses.ITEM_PAUSE, 1002);
      redis.command("HSET", Till.keys(1002).item(), "status", "OPEN");
      await()
          .atMost(SOON)
          .until(
              () ->
                  redis
                      .command("HGET", Till.keys(1002).item(), "status")
                      .toString()
                      .equals("PAUSED"));
      assertThat(field(ALL)).isEqualTo("PAUSED");
    }
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
