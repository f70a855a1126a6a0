package seckill.order.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.contract.OrderIds;
import seckill.runtime.Health;
import seckill.runtime.MySqlLink;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.ServiceContext;
import seckill.testkit.TestMySql;
import seckill.testkit.TestVertx;

/** Orders in MySQL whose buyers are to be told, and senders to start. */
final class NoticeCase {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final long ITEM = 1001;
  static final long PRICE = 149_900;
  static final String SECRET = "a secret that only tests know";

  final Vertx vertx;
  final TestMySql mysql;
  final MySqlLink link;
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final Health health = new Health();
  private final JsonObject settings;
  private final OrderIds ids = new OrderIds(Clock.systemUTC());
  private int users;

  NoticeCase(Vertx vertx, TestMySql mysql, String url) {
    this.vertx = vertx;
    this.mysql = mysql;
    this.settings =
        new JsonObject()
            .put("mysql", new JsonObject().put("url", mysql.url()))
            .put(
                "notify",
                new JsonObject()
                    .put("sender", "webhook")
                    .put("url", url)
                    .put("secret", SECRET)
                    .put("timeoutMillis", 2000)
                    .put("leaseMillis", 6000)
                    .put("pollMillis", 20)
                    .put("pauseMaxMillis", 100)
                    .put("retryMinMillis", 10)
                    .put("retryMaxMillis", 100)
                    .put("measureMillis", 20));
    link = new MySqlLink(vertx, MySqlSettings.of(checked()));
    TestVertx.await(link.awaitReady());
    TestVertx.await(new SchemaMigrator(link).migrate());
  }

  NoticeCase with(String setting, Object value) {
    settings.getJsonObject("notify").put(setting, value);
    return this;
  }

  private JsonObject checked() {
    return new SettingsLoader("consumer").load(settings.copy(), Map.of());
  }

  NoticeSettings settings() {
    return NoticeSettings.of(checked());
  }

  /** Commits orders of one item in one transaction, as the pen does. */
  List<String> commit(long itemId, int count) {
    List<String> orders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      orders.add(ids.next());
    }
    TestVertx.await(
        link.withTransaction(
            connection -> {
              Future<?> chain = Future.succeededFuture();
              for (String orderId : orders) {
                String sql =
                    "INSERT INTO orders (order_id, item_id, user_id, price_cents, status, live,"
                        + " purchased_at, created_at) VALUES ('"
                        + orderId
                        + "', "
                        + itemId
                        + ", 'ü"
                        + users++
                        + "', "
                        + PRICE
                        + ", 'CREATED', 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))";
                chain = chain.compose(before -> connection.query(sql).execute());
              }
              return chain.compose(
                  written -> book().record(connection, NoticeEvent.CREATED, itemId, orders));
            }));
    return orders;
  }

  NoticeBook book() {
    return NoticeBook.of(settings());
  }

  /** Commits another event of an order. */
  void commit(NoticeEvent event, String orderId) {
    TestVertx.await(
        link.withTransaction(
            connection -> book().record(connection, event, ITEM, List.of(orderId))));
  }

  String start() {
    return start(NoticeHooks.NONE);
  }

  /** Starts a sender and returns its deployment id. */
  String start(NoticeHooks hooks) {
    return start(new WebhookSender(), hooks);
  }

  String start(NoticeSender sender, NoticeHooks hooks) {
    return TestVertx.await(
        vertx.deployVerticle(
            new NoticeVerticle(
                settings(),
                MySqlSettings.of(checked()),
                true,
                new ServiceContext(meters, health, Clock.systemUTC()),
                sender,
                hooks)));
  }

  void stop(String deploymentId) {
    TestVertx.await(vertx.undeploy(deploymentId));
  }

  long batches() {
    return mysql.number("SELECT COUNT(*) FROM notice_batch");
  }

  long parked(String state) {
    return mysql.number("SELECT COUNT(*) FROM notice WHERE state = ?", state);
  }

  double counted(String counter) {
    return meters.get(counter).counter().count();
  }

  String healthOf(String check) {
    return TestVertx.await(health.ready()).getJsonObject("checks").getString(check);
  }

  /** Waits until nothing is left to be sent. */
  void awaitSent() {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(batches()).isZero();
              assertThat(parked("WAITING")).isZero();
            });
  }

  static String created(String orderId) {
    return orderId + ":CREATED";
  }

  static List<String> created(List<String> orderIds) {
    return orderIds.stream().map(NoticeCase::created).toList();
  }
}
