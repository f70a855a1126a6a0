package seckill.order.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.StreamSupport;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.order.outbox.OutboxHooks;
import seckill.order.outbox.OutboxSettings;
import seckill.runtime.Health;
import seckill.runtime.MySqlLink;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.ServiceContext;
import seckill.testkit.MovingClock;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

/** Orders in MySQL, a stand-in for the till, and processes that let the orders live. */
final class Shop {
  static final long ITEM = 1001;
  static final long PRICE = 149_900;
  static final Duration LIMIT = Duration.ofSeconds(60);

  final Vertx vertx;
  final TestMySql mysql;
  final MovingClock clock = new MovingClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final Health health = new Health();
  final UnitsStandIn till;
  final List<JsonObject> alerts = new CopyOnWriteArrayList<>();
  final List<JsonObject> news = new CopyOnWriteArrayList<>();
  final List<OrderChange> hooked = new CopyOnWriteArrayList<>();
  private final OrderIds ids = new OrderIds(Clock.systemUTC());
  private final JsonObject settings;

  Shop(Vertx vertx, TestMySql mysql, long stock) {
    this.vertx = vertx;
    this.mysql = mysql;
    this.till = new UnitsStandIn(vertx, stock);
    this.settings =
        new JsonObject()
            .put("mysql", new JsonObject().put("url", mysql.url()))
            .put(
                "life",
                new JsonObject().put("closeMillis", 20).put("closeBatch", 7).put("maxLapses", 0))
            .put(
                "outbox",
                new JsonObject()
                    .put("lookMillis", 20)
                    .put("measureMillis", 20)
                    .put("retryMinMillis", 1)
                    .put("retryMaxMillis", 1));
    migrate();
    listen(Addresses.EVENT_ALERT, alerts);
    listen(Addresses.EVENT_ORDER_STATUS, news);
  }

  private void listen(String address, List<JsonObject> seen) {
    TestVertx.await(
        vertx
            .eventBus()
            .<JsonObject>consumer(address, message -> seen.add(message.body()))
            .completion());
  }

  private void migrate() {
    MySqlLink link = new MySqlLink(vertx, MySqlSettings.of(checkedSettings()));
    TestVertx.await(link.awaitReady());
    TestVertx.await(new SchemaMigrator(link).migrate());
    TestVertx.await(link.close());
  }

  JsonObject checkedSettings() {
    return new SettingsLoader("consumer").load(settings.copy(), Map.of());
  }

  /** Changes one setting before processes start. */
  Shop with(String section, String setting, Object value) {
    settings.getJsonObject(section).put(setting, value);
    return this;
  }

  /** Starts a process and returns its deployment id. */
  String start() {
    return start(OutboxHooks.NONE, this::note);
  }

  String start(OutboxHooks hooks) {
    return start(hooks, this::note);
  }

  String start(OutboxHooks hooks, ChangeHook changeHook) {
    JsonObject checked = checkedSettings();
    return TestVertx.await(
        vertx.deployVerticle(
            new LifeVerticle(
                new LifeVerticle.Setup(
                    LifeSettings.of(checked),
                    OutboxSettings.of(checked),
                    MySqlSettings.of(checked),
                    // One that is meant to die does not stop by itself.
                    hooks == OutboxHooks.NONE ? 10_000 : 200),
                new ServiceContext(meters, health, clock),
                changeHook,
                hooks)));
  }

  void stop(String deploymentId) {
    TestVertx.await(vertx.undeploy(deploymentId));
  }

  /** Has one more order of an item written and cancelled, and returns its id. */
  String cancelOfNew(long itemId) {
    mysql.query("UPDATE seckill_item SET restocked = restocked + 1 WHERE id = ?", itemId);
    String user = "n" + newId();
    String order = buy(itemId, user);
    cancel(order, user);
    return order;
  }

  private Future<Void> note(Object connection, List<OrderChange> changes) {
    hooked.addAll(changes);
    return Future.succeededFuture();
  }

  Shop item(long itemId, long total) {
    mysql.query(
        "INSERT INTO seckill_item (id, sku, name, price_cents, total_stock, start_at, end_at,"
            + " status, created_at) VALUES (?, 'sku', 'name', ?, ?, '2026-11-11 00:00:00',"
            + " '2026-11-12 00:00:00', 'OPEN', '2026-11-01 00:00:00')",
        itemId,
        PRICE,
        total);
    return this;
  }

  Shop rules(long itemId, Integer payWithinSeconds, Integer maxLapses) {
    mysql.query(
        "INSERT INTO order_rule (item_id, pay_within_seconds, max_lapses) VALUES (?, ?, ?)",
        itemId,
        payWithinSeconds,
        maxLapses);
    return this;
  }

  String newId() {
    return ids.next();
  }

  /** Buys a unit and writes the order, as till and pen do. */
  String buy(long itemId, String userId) {
    String orderId = ids.next();
    till.hold(userId, orderId);
    write(itemId, userId, orderId);
    return orderId;
  }

  /** The same if the till sells; {@code null} if it does not. */
  String tryToBuy(long itemId, String userId) {
    String orderId = ids.next();
    if (!till.sell(userId, orderId)) {
      return null;
    }
    write(itemId, userId, orderId);
    return orderId;
  }

  private void write(long itemId, String userId, String orderId) {
    mysql.query(
        "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live, reference,"
            + " purchased_at, created_at) VALUES (?, ?, ?, ?, 'CREATED', 1, '', ?, ?)",
        orderId,
        itemId,
        Buffer.buffer(userId),
        PRICE,
        utc(clock.instant()),
        utc(clock.instant()));
    mysql.query("UPDATE seckill_item SET sold = sold + 1 WHERE id = ?", itemId);
  }

  static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  Future<JsonObject> ask(String address, JsonObject request) {
    return vertx.eventBus().<JsonObject>request(address, request).map(reply -> reply.body());
  }

  Future<JsonObject> askToCancel(String orderId, String userId) {
    return ask(
        Addresses.ORDER_CANCEL, new JsonObject().put("orderId", orderId).put("userId", userId));
  }

  JsonObject cancel(String orderId, String userId) {
    return TestVertx.await(askToCancel(orderId, userId));
  }

  static JsonObject notice(String orderId, String paymentId, long amount) {
    return new JsonObject()
        .put("orderId", orderId)
        .put("paymentId", paymentId)
        .put("amountCents", amount);
  }

  /** The outcome of a payment of the price. */
  String pay(String orderId, String paymentId) {
    return TestVertx.await(ask(Addresses.ORDER_PAY, notice(orderId, paymentId, PRICE)))
        .getString("outcome");
  }

  void assertRefused(Outcome outcome, String address, JsonObject request) {
    assertThatThrownBy(() -> TestVertx.await(ask(address, request)))
        .isInstanceOfSatisfying(
            ReplyException.class,
            e -> assertThat(Outcome.ofFailureCode(e.failureCode())).isSameAs(outcome));
  }

  String status(String orderId) {
    return text("SELECT status FROM orders WHERE order_id = ?", orderId);
  }

  String payment(String paymentId) {
    return text("SELECT outcome FROM payment WHERE payment_id = ?", paymentId);
  }

  private String text(String sql, String id) {
    return mysql.query(sql, id).iterator().next().getString(0);
  }

  /** The history of an order. */
  List<String> events(String orderId) {
    return StreamSupport.stream(
            mysql
                .query("SELECT status FROM order_event WHERE order_id = ? ORDER BY id", orderId)
                .spliterator(),
            false)
        .map((Row row) -> row.getString(0))
        .toList();
  }

  long sold(long itemId) {
    return mysql.number("SELECT sold FROM seckill_item WHERE id = ?", itemId);
  }

  long live(long itemId) {
    return mysql.number("SELECT COUNT(*) FROM orders WHERE item_id = ? AND live = 1", itemId);
  }

  long outbox() {
    return mysql.number("SELECT COUNT(*) FROM outbox");
  }

  void awaitStatus(String orderId, String status) {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(status(orderId)).isEqualTo(status));
  }

  /** Waits until nothing is left to do, then checks that the ledger holds the live orders. */
  void awaitQuiet() {
    await().atMost(LIMIT).untilAsserted(() -> assertThat(outbox()).isZero());
    assertThat(
            mysql.number(
                "SELECT COUNT(*) FROM seckill_item i WHERE sold <>"
                    + " (SELECT COUNT(*) FROM orders o WHERE o.item_id = i.id AND live = 1)"))
        .isZero();
  }
}
