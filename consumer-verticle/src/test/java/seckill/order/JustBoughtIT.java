package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static seckill.order.Sale.ITEM;
import static seckill.order.Sale.LIMIT;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.order.life.ChangeHook;
import seckill.order.life.LifeVerticle;
import seckill.order.outbox.OutboxHooks;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** What a buyer hears in the moment between the till's yes and the row in MySQL. */
@ExtendWith({VertxExtension.class, RedisExtension.class, MySqlExtension.class})
class JustBoughtIT {
  private Sale sale;

  /** Holds the orders up before they are written. */
  private static final class Gate implements FaultHooks {
    final Promise<Void> opened = Promise.promise();
    final AtomicInteger waiting = new AtomicInteger();

    @Override
    public Future<Void> beforeWrite(long itemId) {
      waiting.incrementAndGet();
      return opened.future();
    }
  }

  @BeforeEach
  void prepare(Vertx vertx, TestRedis redis, TestMySql mysql) {
    sale = new Sale(vertx, redis, mysql).item(ITEM, 10);
  }

  private void startLife(int landingWaitMillis, int maxWaiting) {
    sale.with("life", "landingWaitMillis", landingWaitMillis)
        .with("life", "maxWaiting", maxWaiting)
        .with("life", "landingPollMillis", 10);
    TestVertx.await(
        sale.vertx.deployVerticle(
            new LifeVerticle(
                ConsumerSetup.of(sale.checkedSettings()).forLife(),
                sale.context(),
                ChangeHook.NONE,
                OutboxHooks.NONE)));
  }

  private String bought(String userId) {
    String orderId = sale.order(ITEM, userId);
    sale.redis.command("HSET", RedisKeys.DEFAULT.of(ITEM).receipts(), userId, orderId);
    return orderId;
  }

  private Future<JsonObject> ask(String address, JsonObject request) {
    return sale.vertx.eventBus().<JsonObject>request(address, request).map(r -> r.body());
  }

  private static JsonObject mine(String orderId, String userId) {
    return new JsonObject().put("orderId", orderId).put("userId", userId);
  }

  private static JsonObject payment(String orderId) {
    return new JsonObject()
        .put("orderId", orderId)
        .put("paymentId", "p-" + orderId)
        .put("amountCents", Sale.PRICE);
  }

  private String status(String orderId, String userId) {
    return TestVertx.await(ask(Addresses.ORDER_GET, mine(orderId, userId))).getString("status");
  }

  private List<String> statuses(String userId) {
    return TestVertx.await(ask(Addresses.ORDER_LIST, new JsonObject().put("userId", userId)))
        .getJsonArray("orders")
        .stream()
        .map(order -> ((JsonObject) order).getString("status"))
        .toList();
  }

  private void assertRefused(Outcome outcome, String address, JsonObject request) {
    assertThatThrownBy(() -> TestVertx.await(ask(address, request)))
        .isInstanceOfSatisfying(
            ReplyException.class,
            e -> assertThat(Outcome.ofFailureCode(e.failureCode())).isSameAs(outcome));
  }

  @Test
  @DisplayName(
      "an order that is cancelled before it is written is waited for, and then cancelled once")
  void cancelledAtOnce() {
    Gate gate = new Gate();
    String order = bought("u1");
    sale.start("c-1", gate);
    startLife(20_000, 10);
    await().atMost(LIMIT).until(() -> gate.waiting.get() > 0);
    assertThat(status(order, "u1")).isEqualTo("QUEUED");
    assertThat(statuses("u1")).containsExactly("QUEUED");

    Future<JsonObject> first = ask(Addresses.ORDER_CANCEL, mine(order, "u1"));
    Future<JsonObject> second =
        ask(Addresses.ORDER_CANCEL, mine(order, "u1").put("itemId", Long.toString(ITEM)));
    assertRefused(Outcome.PENDING, Addresses.ORDER_PAY, payment(order));
    assertThat(status(order, "u1")).isEqualTo("QUEUED");
    gate.opened.complete();

    TestVertx.await(Future.all(first, second));
    assertThat(List.of(first.result(), second.result()))
        .extracting(answer -> answer.getString("status"))
        .containsOnly("CANCELLED");
    assertThat(first.result().getBoolean("already"))
        .isNotEqualTo(second.result().getBoolean("already"));
    assertThat(status(order, "u1")).isEqualTo("CANCELLED");
    assertThat(statuses("u1")).containsExactly("CANCELLED");
    assertThat(sale.sold(ITEM)).isZero();
    assertThat(sale.mysql.number("SELECT COUNT(*) FROM outbox")).isEqualTo(1);
  }

  @Test
  @DisplayName("an order that stays unwritten is told to be so, not to be unknown or cancelled")
  void staysUnwritten() {
    Gate gate = new Gate();
    String order = bought("u1");
    sale.start("c-1", gate);
    startLife(50, 10);
    assertRefused(Outcome.PENDING, Addresses.ORDER_CANCEL, mine(order, "u1"));
    assertRefused(Outcome.NOT_FOUND, Addresses.ORDER_CANCEL, mine(order, "u2"));
    assertRefused(Outcome.NOT_FOUND, Addresses.ORDER_CANCEL, mine(sale.newOrderId(), "u1"));
    gate.opened.complete();
    sale.awaitDrained(ITEM, 1);
    assertThat(TestVertx.await(ask(Addresses.ORDER_PAY, payment(order))).getString("outcome"))
        .isEqualTo("PAID");
    assertRefused(Outcome.CONFLICT, Addresses.ORDER_CANCEL, mine(order, "u1"));
  }

  @Test
  @DisplayName("no more cancellations wait than are allowed; the others are told at once")
  void boundedWaiting() {
    Gate gate = new Gate();
    String order = bought("u1");
    sale.start("c-1", gate);
    startLife(30_000, 1);
    Future<JsonObject> one = ask(Addresses.ORDER_CANCEL, mine(order, "u1"));
    Future<JsonObject> two = ask(Addresses.ORDER_CANCEL, mine(order, "u1"));
    await().atMost(LIMIT).until(() -> one.isComplete() || two.isComplete());
    assertThat(one.failed() ? one.cause() : two.cause())
        .isInstanceOfSatisfying(
            ReplyException.class,
            e -> assertThat(e.failureCode()).isEqualTo(Outcome.PENDING.failureCode()));
    Future<JsonObject> waiting = one.failed() ? two : one;
    assertThat(waiting.isComplete()).isFalse();
    gate.opened.complete();
    assertThat(TestVertx.await(waiting).getString("status")).isEqualTo("CANCELLED");
  }

  @Test
  @DisplayName("a dead letter can neither be cancelled nor paid, and says that it is under review")
  void underReview() {
    String order = bought("u1");
    sale.mysql.query("UPDATE seckill_item SET total_stock = 0");
    sale.start("c-1");
    startLife(50, 10);
    sale.awaitDrained(ITEM, 0, 1);
    assertThat(statuses("u1")).containsExactly("UNDER_REVIEW");
    assertRefused(Outcome.CONFLICT, Addresses.ORDER_CANCEL, mine(order, "u1"));
    assertRefused(Outcome.PENDING, Addresses.ORDER_PAY, payment(order));
  }

  @Test
  @DisplayName("a list holds a user's own orders of the live items, latest first, or of one item")
  void lists() {
    sale.item(1002, 10).itemRow(1003, 10);
    startLife(50, 10);
    String first = bought("u1");
    sale.start("c-1");
    sale.awaitDrained(ITEM, 1);
    TestVertx.await(ask(Addresses.ORDER_CANCEL, mine(first, "u1")));
    sale.redis.command("HDEL", RedisKeys.DEFAULT.of(ITEM).receipts(), "u1");
    bought("u1");
    sale.order(1002, "u1");
    sale.order(1002, "u2");
    await().atMost(LIMIT).until(() -> sale.rows(ITEM) == 2 && sale.rows(1002) == 2);
    sale.mysql.query("UPDATE orders SET purchased_at = '2030-01-01' WHERE live = 1");

    assertThat(statuses("u1")).containsExactly("CREATED", "CREATED", "CANCELLED");
    assertThat(statuses("u1 ")).isEmpty();
    JsonObject ofItem = new JsonObject().put("userId", "u1").put("itemId", "1002");
    assertThat(TestVertx.await(ask(Addresses.ORDER_LIST, ofItem)).getJsonArray("orders"))
        .hasSize(1);
    assertRefused(Outcome.BAD_REQUEST, Addresses.ORDER_LIST, new JsonObject());
    assertRefused(Outcome.BAD_REQUEST, Addresses.ORDER_LIST, ofItem.copy().put("orderId", first));
    assertRefused(Outcome.BAD_REQUEST, Addresses.ORDER_LIST, ofItem.copy().put("itemId", "01"));
  }
}
