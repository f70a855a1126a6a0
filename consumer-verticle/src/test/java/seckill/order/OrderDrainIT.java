package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.OrderMessage;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class OrderDrainIT {
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
  }

  @Test
  @DisplayName("orders accepted before the first consumer ever started become rows")
  void entriesBeforeTheFirstStart() {
    sale.item(ITEM, 10).orders(ITEM, 3);

    sale.start("c-1");

    sale.awaitDrained(ITEM, 3);
  }

  @Test
  @DisplayName("a row holds exactly what the message says, in UTC")
  void rowHoldsTheMessage() {
    sale.item(ITEM, 10);
    String orderId = sale.newOrderId();
    Map<String, String> fields = Sale.fields(orderId, ITEM, "李雷");
    fields.put(OrderMessage.REFERENCE, "cart 7 🛒");
    fields.put(OrderMessage.PRICE_CENTS, "0");
    sale.add(ITEM, fields);

    sale.start("c-1");
    sale.awaitDrained(ITEM, 1);

    Row row = sale.mysql.query("SELECT * FROM orders").iterator().next();
    assertThat(row.getString("order_id")).isEqualTo(orderId);
    assertThat(row.getLong("item_id")).isEqualTo(ITEM);
    assertThat(row.getBuffer("user_id")).isEqualTo(Buffer.buffer("李雷"));
    assertThat(row.getLong("price_cents")).isZero();
    assertThat(row.getString("status")).isEqualTo("CREATED");
    assertThat(row.getInteger("live")).isEqualTo(1);
    assertThat(row.getString("reference")).isEqualTo("cart 7 🛒");
    assertThat(row.getLocalDateTime("purchased_at"))
        .isEqualTo(LocalDateTime.parse("2026-11-30T00:53:20.123"));
  }

  @Test
  @DisplayName(
      "nothing, one and a hundred entries are drained alike, and a quiet stream is no error")
  void quietAndBusyStreams() {
    sale.item(ITEM, 1000).item(1002, 1000).item(1003, 1000);
    sale.start("c-1");
    await().atMost(LIMIT).ignoreExceptions().until(() -> sale.backlog(1003) == 0);

    sale.order(1002, "one");
    sale.awaitDrained(1002, 1);
    sale.orders(ITEM, 100);
    sale.orders(1003, 250);

    sale.awaitDrained(ITEM, 100);
    sale.awaitDrained(1003, 250);
    sale.awaitDrained(1002, 1);
    assertThat(sale.counted("seckill_batch_retries")).isZero();
  }

  @Test
  @DisplayName(
      "an entry that was deleted while it was pending is acknowledged, and counted once however"
          + " often its batch is tried")
  void deletedPendingEntry() {
    sale.item(ITEM, 10).item(1002, 10);
    sale.order(ITEM, "first");
    String gone = sale.add(ITEM, Sale.fields(sale.newOrderId(), ITEM, "gone"));
    sale.order(ITEM, "last");
    sale.takeAndDie(ITEM, "c-1", 3);
    sale.redis.command("XDEL", Sale.stream(ITEM), gone);
    AtomicInteger tries = new AtomicInteger();

    sale.start(
        "c-1",
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            return itemId == ITEM && tries.incrementAndGet() < 3
                ? Future.failedFuture("on purpose")
                : Future.succeededFuture();
          }
        });
    sale.order(1002, "other");

    sale.awaitDrained(ITEM, 2);
    sale.awaitDrained(1002, 1);
    await().untilAsserted(() -> assertThat(sale.counted("seckill_orders_deleted")).isEqualTo(1));
  }

  @Test
  @DisplayName("a deleted entry that a dead peer owed is counted and no longer owed")
  void deletedEntryOfDeadPeer() {
    sale.item(ITEM, 10).unchecked("consumer", "claimIdleMillis", 100);
    String gone = sale.add(ITEM, Sale.fields(sale.newOrderId(), ITEM, "gone"));
    sale.order(ITEM, "last");
    sale.takeAndDie(ITEM, "c-old", 2);
    sale.redis.command("XDEL", Sale.stream(ITEM), gone);

    sale.start("c-new");

    sale.awaitDrained(ITEM, 1);
    await().untilAsserted(() -> assertThat(sale.counted("seckill_orders_deleted")).isEqualTo(1));
  }

  @Test
  @DisplayName("users whose ids differ in case, accents or trailing spaces are different users")
  void usersCompareAsBytes() {
    List<String> users =
        List.of("User1", "user1", "user1 ", "é", "e", "e\u0301", "ß", "ss", "user1\u00a0");
    sale.item(ITEM, 100);
    users.forEach(user -> sale.order(ITEM, user));

    sale.start("c-1");

    sale.awaitDrained(ITEM, users.size());
    assertThat(storedUsers()).containsExactlyInAnyOrderElementsOf(users);
  }

  @Test
  @DisplayName("emoji, rare characters and right-to-left marks survive the round trip")
  void rareCharacters() {
    List<String> users =
        List.of("👩‍👩‍👧", "𠀀𠮷", "a\u0300\u0323", "\u200fשלום", "Ｕ１", "\u00e9", "x".repeat(128));
    sale.item(ITEM, 100);
    for (String user : users) {
      Map<String, String> fields = Sale.fields(sale.newOrderId(), ITEM, user);
      fields.put(OrderMessage.REFERENCE, user.substring(0, Math.min(user.length(), 20)));
      sale.add(ITEM, fields);
    }

    sale.start("c-1");

    sale.awaitDrained(ITEM, users.size());
    assertThat(storedUsers()).containsExactlyInAnyOrderElementsOf(users);
    sale.mysql
        .query("SELECT user_id, reference FROM orders")
        .forEach(
            row ->
                assertThat(row.getBuffer(0).toString(StandardCharsets.UTF_8))
                    .startsWith(row.getString(1)));
  }

  private Set<String> storedUsers() {
    Set<String> stored = new HashSet<>();
    sale.mysql
        .query("SELECT user_id FROM orders")
        .forEach(row -> stored.add(row.getBuffer(0).toString(StandardCharsets.UTF_8)));
    return stored;
  }

  @Test
  @DisplayName("landed orders are told on the bus, counted, and add up")
  void landedFacts() {
    AtomicInteger told = new AtomicInteger();
    sale.vertx
        .eventBus()
        .<JsonObject>consumer(
            Addresses.EVENT_ORDER_LANDED,
            fact -> {
              assertThat(fact.body().getString("itemId")).isEqualTo("1001");
              told.addAndGet(fact.body().getInteger("count"));
            });
    sale.item(ITEM, 1000).orders(ITEM, 333);

    sale.start("c-1");
    sale.awaitDrained(ITEM, 333);

    await().atMost(LIMIT).untilAsserted(() -> assertThat(told).hasValue(333));
    await().untilAsserted(() -> assertThat(sale.counted("seckill_orders_landed")).isEqualTo(333));
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> assertThat(sale.meters.get("seckill_orders_backlog").gauge().value()).isZero());
  }

  @Test
  @DisplayName("the service migrates the schema, starts its instances and is ready")
  void wholeService() {
    sale.with("consumer", "instances", 3).item(ITEM, 1000).orders(ITEM, 500);

    List<String> deployments =
        TestVertx.await(
            new ConsumerService().deploy(sale.vertx, sale.checkedSettings(), sale.context()));

    assertThat(deployments)
        .as("three that drain, one for their further life, and one that says that notices are off")
        .hasSize(5);
    sale.awaitDrained(ITEM, 500);
    JsonObject ready = TestVertx.await(sale.health.ready());
    assertThat(ready.getString("status")).isEqualTo("UP");
    assertThat(ready.getJsonObject("checks").fieldNames())
        .containsExactlyInAnyOrder(
            "redis",
            "mysql",
            "clock",
            "order-streams",
            "order-writes",
            "order-keys",
            "dead-letters",
            "backlog",
            "outbox");
    deployments.forEach(sale::stop);
    assertThat(sale.owed(ITEM)).isNotEmpty().allSatisfy((name, owed) -> assertThat(owed).isZero());
  }

  @Test
  @DisplayName("the backlog is what is undelivered plus what is pending, with its age")
  void backlogIsMeasured() {
    sale.with("consumer", "stopTimeoutMillis", 50).item(ITEM, 1000).orders(ITEM, 300);
    sale.takeAndDie(ITEM, "c-old", 100);

    sale.start(
        "c-1",
        new FaultHooks() {
          @Override
          public Future<Void> beforeWrite(long itemId) {
            return Promise.<Void>promise().future();
          }
        });

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(sale.meters.get("seckill_orders_backlog").gauge().value()).isEqualTo(300);
              assertThat(sale.meters.get("seckill_orders_oldest_age_seconds").gauge().value())
                  .isPositive();
            });
  }
}
