package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import seckill.testkit.RedisExtension;
import seckill.testkit.SilentProxy;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Packets to Redis get lost: nothing is refused, and nothing is answered. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class SilenceIT {
  private static final long ITEM = 1001;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private SilentProxy proxy;
  private Till till;
  private TestRedis redis;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    this.redis = redis;
    proxy = SilentProxy.before(redis.url());
    JsonObject patient =
        new JsonObject()
            .put(
                "redis",
                new JsonObject().put("url", proxy.url()).put("commandTimeoutMillis", 60_000));
    till = Till.open(redis, mysql, patient);
    till.sell(ITEM, 100);
    assertThat(till.buy(ITEM, "before").outcome()).isEqualTo(Outcome.ACCEPTED);
  }

  @AfterEach
  void close() {
    proxy.speak();
    till.close();
    proxy.close();
  }

  private List<Future<List<PurchaseResult>>> buyUntilRefused() {
    List<Future<List<PurchaseResult>>> buys = new ArrayList<>();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              buys.add(till.sendBatch(ITEM, List.of(Till.attempt(ITEM, "u" + buys.size()))));
              return buys.get(buys.size() - 1).isComplete()
                  || buys.stream().filter(Future::isComplete).count() > 2;
            });
    return buys;
  }

  @Test
  @DisplayName("who waits hears at once that the store is away; who was sent hears what came of it")
  void refusesWhoWaits() {
    proxy.fallSilent();
    List<Future<List<PurchaseResult>>> buys = buyUntilRefused();
    await()
        .atMost(PATIENCE)
        .until(() -> buys.stream().filter(buy -> !buy.isComplete()).count() <= 2);
    List<Future<List<PurchaseResult>>> sent =
        buys.stream().filter(buy -> !buy.isComplete()).toList();
    assertThat(buys.get(0)).isIn(sent);
    buys.stream()
        .filter(Future::isComplete)
        .forEach(buy -> assertThat(buy.result()).containsOnly(PurchaseResult.ofStoreAway()));
    assertThat(till.buy(ITEM, "late")).isEqualTo(PurchaseResult.ofStoreAway());
    assertThat(TestVertx.await(till.health.ready()).getJsonObject("checks").getString("redis"))
        .startsWith("DOWN: ");

    proxy.speak();

    sent.forEach(
        buy -> assertThat(TestVertx.await(buy).get(0).outcome()).isEqualTo(Outcome.ACCEPTED));
    assertThat(till.buy(ITEM, "late").outcome()).isEqualTo(Outcome.ACCEPTED);
    till.assertBalanced(ITEM, 100);
    assertThat(redis.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users()))
        .isEqualTo(2 + sent.size());
  }

  @Test
  @DisplayName("a buyer who asks for the result is answered from the books without waiting")
  void readsGoOn(TestMySql mysql) {
    mysql.query(
        "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, purchased_at,"
            + " created_at) VALUES ('0190a0a0-0000-7000-8000-000000000001', ?, 'booked', 1,"
            + " 'CREATED', 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))",
        ITEM);
    proxy.fallSilent();
    buyUntilRefused();

    JsonObject mine = till.ask(Addresses.PURCHASE_MINE, Till.forItem(ITEM).put("userId", "booked"));

    assertThat(mine.getString("orderId")).isEqualTo("0190a0a0-0000-7000-8000-000000000001");
    assertThat(
            Till.failure(
                till.send(Addresses.PURCHASE_MINE, Till.forItem(ITEM).put("userId", "nobody"))))
        .isEqualTo(Outcome.DEGRADED);
    assertThat(Till.failure(till.send(Addresses.ITEM_STOCK, Till.forItem(ITEM))))
        .isEqualTo(Outcome.DEGRADED);
    assertThat(till.ask(Addresses.ITEM_LIST, new JsonObject()).getJsonArray("items")).hasSize(1);
  }
}
