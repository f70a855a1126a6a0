package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.redis.client.Response;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.OrderMessage;
import seckill.contract.RedisKeys;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class DeadLetterIT {
  private final List<JsonObject> alerts = new CopyOnWriteArrayList<>();
  private Sale sale;

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql);
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_ALERT, alert -> alerts.add(alert.body()));
  }

  private Row letter() {
    return sale.mysql.query("SELECT * FROM dead_letter ORDER BY id").iterator().next();
  }

  private Map<String, String> copy(int index) {
    Response parts =
        sale.redis.command("XRANGE", RedisKeys.DEFAULT.of(ITEM).dead(), "-", "+").get(index).get(1);
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i < parts.size(); i += 2) {
      fields.put(parts.get(i).toString(), parts.get(i + 1).toString());
    }
    return fields;
  }

  private static Map<String, String> without(Map<String, String> fields, String field) {
    Map<String, String> copy = new HashMap<>(fields);
    copy.remove(field);
    return copy;
  }

  private static Map<String, String> with(Map<String, String> fields, String field, String value) {
    Map<String, String> copy = new HashMap<>(fields);
    copy.put(field, value);
    return copy;
  }

  @Test
  @DisplayName("one user id longer than the column costs its batch nothing: 99 rows, one letter")
  void oneUnstorableRow() {
    sale.item(ITEM, 1000);
    sale.mysql.query("ALTER TABLE orders MODIFY user_id VARBINARY(20) NOT NULL");
    for (int i = 0; i < 100; i++) {
      sale.order(ITEM, i == 50 ? "a user id of more than twenty bytes" : "u" + i);
    }

    sale.start("c-1");

    sale.awaitDrained(ITEM, 99, 1);
    assertThat(sale.deadCount(DeadReason.UNSTORABLE)).isEqualTo(1);
    assertThat(letter().getString("reason"))
        .startsWith("UNSTORABLE: ")
        .contains("too long")
        .contains("MYSQL-1406")
        .doesNotContain("user_id", "row");
    assertThat(letter().getBuffer("user_id").toString()).startsWith("a user id of more");
    for (int i = 0; i < 100; i++) {
      sale.order(ITEM, "v" + i);
    }
    sale.awaitDrained(ITEM, 199, 1);
  }

  @Test
  @DisplayName("several rows that a trigger refuses are found wherever they stand")
  void rowsRefusedByATrigger() {
    sale.item(ITEM, 1000);
    sale.mysql.query(
        "CREATE TRIGGER refuse BEFORE INSERT ON orders FOR EACH ROW BEGIN IF NEW.user_id LIKE 'bad%'"
            + " THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not this one'; END IF; END");
    for (int i = 0; i < 100; i++) {
      sale.order(ITEM, (i == 0 || i == 1 || i == 57 || i == 99 ? "bad" : "u") + i);
    }

    sale.start("c-1");

    sale.awaitDrained(ITEM, 96, 4);
  }

  @Test
  @DisplayName("entries that are no orders go aside, and the good ones land at once")
  void poisonEntries() {
    sale.item(ITEM, 1000);
    Map<String, String> good = Sale.fields(sale.newOrderId(), ITEM, "x");
    List<Map<String, String>> poison =
        List.of(
            without(good, OrderMessage.ORDER_ID),
            without(good, OrderMessage.USER_ID),
            without(good, OrderMessage.PRICE_CENTS),
            without(good, OrderMessage.PURCHASED_AT),
            with(good, OrderMessage.ITEM_ID, "abc"),
            with(good, OrderMessage.ITEM_ID, "01001"),
            with(good, OrderMessage.ITEM_ID, "1002"),
            with(good, OrderMessage.ORDER_ID, "not a uuid"),
            with(good, OrderMessage.USER_ID, ""),
            with(good, OrderMessage.USER_ID, "x".repeat(129)),
            with(good, OrderMessage.USER_ID, "😀".repeat(33)),
            with(good, OrderMessage.USER_ID, "line\nbreak"),
            with(good, OrderMessage.PRICE_CENTS, "-1"),
            with(good, OrderMessage.PRICE_CENTS, "1e3"),
            with(good, OrderMessage.PRICE_CENTS, "9223372036854775808"),
            with(good, OrderMessage.PURCHASED_AT, "9223372036854775807"),
            with(good, OrderMessage.REFERENCE, "r".repeat(5000)),
            Map.of("", ""),
            Map.of("f".repeat(70_000), "v".repeat(70_000)));
    for (int i = 0; i < 10; i++) {
      sale.order(ITEM, "u" + i);
      poison
          .subList(i * poison.size() / 10, (i + 1) * poison.size() / 10)
          .forEach(fields -> sale.add(ITEM, fields));
    }

    sale.start("c-1");

    sale.awaitDrained(ITEM, 10, poison.size());
    assertThat(sale.deadCount(DeadReason.WRONG_ITEM)).isEqualTo(1);
    assertThat(sale.deadCount(DeadReason.UNREADABLE)).isEqualTo(poison.size() - 1);
    await().atMost(LIMIT).until(() -> !alerts.isEmpty());
    assertThat(alerts).allSatisfy(alert -> assertThat(alert.getString("itemId")).isEqualTo("1001"));
  }

  @Test
  @DisplayName("a user id that is not UTF-8 does not become another user's")
  void notUtf8() {
    sale.item(ITEM, 10);
    sale.redis.command(
        "EVAL",
        "return redis.call('XADD', KEYS[1], '*', 'order_id', ARGV[1], 'item_id', '1001',"
            + " 'user_id', 'u\\255', 'price_cents', '1', 'purchased_at', '1')",
        "1",
        Sale.stream(ITEM),
        sale.newOrderId());
    sale.order(ITEM, "u\ufffd");

    sale.start("c-1");

    sale.awaitDrained(ITEM, 1, 1);
    assertThat(letter().getBuffer("user_id")).isNull();
    assertThat(letter().getBuffer("order_id")).isNotNull();
  }

  @Test
  @DisplayName("both copies of a dead letter say what it was and why it is there")
  void copiesTellAll() {
    sale.with("consumer", "maxDeliveries", 2).item(ITEM, 10);
    Map<String, String> fields = Sale.fields(sale.newOrderId(), ITEM, "u1");
    fields.put(OrderMessage.PRICE_CENTS, "free");
    fields.put("reason", "because");
    String streamId = sale.add(ITEM, fields);
    sale.takeAndDie(ITEM, "c-1", 1);

    sale.start("c-1");
    sale.awaitDrained(ITEM, 0, 1);

    Row row = letter();
    assertThat(row.getString("stream_id")).isEqualTo(streamId);
    assertThat(row.getBuffer("order_id").toString()).isEqualTo(fields.get(OrderMessage.ORDER_ID));
    assertThat(row.getBuffer("user_id").toString()).isEqualTo("u1");
    assertThat(row.getString("reason")).contains("price_cents").contains("'free'");
    assertThat(row.getInteger("deliveries")).isEqualTo(2);
    assertThat(new JsonObject(row.getString("fields")).getString("price_cents")).isEqualTo("free");
    assertThat(copy(0))
        .containsEntry("stream_id", streamId)
        .containsEntry("user_id", "u1")
        .containsEntry("price_cents", "free")
        .hasEntrySatisfying("reason", reason -> assertThat(reason).startsWith("UNREADABLE"));
  }

  @Test
  @DisplayName("a dead letter that cannot be copied stays pending until it can, and is there once")
  void copyFailsForAWhile() {
    sale.item(ITEM, 100);
    sale.redis.command("SET", RedisKeys.DEFAULT.of(ITEM).dead(), "not a stream");
    sale.add(ITEM, Map.of("a", "b"));
    sale.orders(ITEM, 5);

    sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 5 && sale.deadRows(ITEM) == 1);
    await().atMost(LIMIT).until(() -> sale.pending(ITEM) == 1);
    sale.order(ITEM, "another");
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 6);
    assertThat(sale.pending(ITEM)).isEqualTo(1);

    sale.redis.command("DEL", RedisKeys.DEFAULT.of(ITEM).dead());

    sale.awaitDrained(ITEM, 6, 1);
    assertThat(sale.deadCount(DeadReason.UNREADABLE)).isEqualTo(1);
  }

  @Test
  @DisplayName("a crash between the two copies of a dead letter leaves one of each in the end")
  void crashBetweenTheCopies() {
    sale.item(ITEM, 2).orders(ITEM, 5);
    AtomicInteger crashes = new AtomicInteger();

    sale.start(
        "c-1",
        new FaultHooks() {
          @Override
          public Future<Void> betweenDeadCopies(long itemId) {
            return crashes.getAndIncrement() < 3
                ? Future.failedFuture("crash")
                : Future.succeededFuture();
          }
        });

    sale.awaitDrained(ITEM, 2, 3);
    assertThat(crashes.get()).isGreaterThanOrEqualTo(3);
  }

  @Test
  @DisplayName("a missing table is no fault of the orders: all land once it is there")
  void missingTableIsNoDataError() {
    sale.item(ITEM, 100).orders(ITEM, 20);
    sale.mysql.query("RENAME TABLE orders TO away");
    sale.start("c-1");
    await().atMost(LIMIT).until(() -> sale.counted("seckill_batch_retries") >= 3);
    assertThat(sale.deadRows(ITEM)).isZero();

    sale.mysql.query("RENAME TABLE away TO orders");

    sale.awaitDrained(ITEM, 20);
  }
}
