package seckill.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.config.MySqlSettings;
import seckill.config.SettingsLoader;
import seckill.contract.OrderIds;
import seckill.contract.OrderMessage;
import seckill.contract.RedisKeys;
import seckill.order.notice.Notices;
import seckill.runtime.Health;
import seckill.runtime.MySqlLink;
import seckill.runtime.SchemaMigrator;
import seckill.runtime.ServiceContext;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A sale as the pen finds it: items in MySQL, accepted orders in Redis, and consumers to start. */
final class Sale {
  static final Duration LIMIT = Duration.ofSeconds(60);
  static final long ITEM = 1001;
  static final long PRICE = 149_900;
  static final long PURCHASED_AT = 1_796_000_000_123L;
  private static final String WRITTEN = "status <> 'FAILED'";
  final Vertx vertx;
  final TestRedis redis;
  TestMySql mysql;
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final Health health = new Health();
  private final OrderIds ids = new OrderIds(Clock.systemUTC());
  private final JsonObject settings;
  private final JsonObject unchecked = new JsonObject();
  private LandingRate rate;
  private int starts;
  Clock clock = Clock.systemUTC();

  Sale(Vertx vertx, TestRedis redis, TestMySql mysql) {
    this.vertx = vertx;
    this.redis = redis;
    this.mysql = mysql;
    settings = SaleSettings.quick(redis.url(), mysql.url());
    migrate();
  }

  private void migrate() {
    MySqlLink link = new MySqlLink(vertx, MySqlSettings.of(checkedSettings()));
    TestVertx.await(link.awaitReady());
    TestVertx.await(new SchemaMigrator(link).migrate());
    TestVertx.await(link.close());
  }

  /** Goes on with a server that was started again. */
  void use(TestMySql restarted) {
    mysql = restarted;
  }

  double counted(String counter) {
    return meters.get(counter).counter().count();
  }

  /** Changes one setting before consumers start. */
  Sale with(String section, String setting, Object value) {
    settings.getJsonObject(section).put(setting, value);
    return this;
  }

  /** Limits transactions, and with them what must be shorter or longer. */
  Sale withQueryTimeout(int millis) {
    return with("mysql", "queryTimeoutMillis", millis)
        .with("consumer", "returnTimeoutMillis", Math.max(10, millis / 2))
        .with("outbox", "leaseMillis", Math.max(15_000, millis));
  }

  /** Changes one setting to what a start would refuse beside others, to provoke what is rare. */
  Sale unchecked(String section, String setting, Object value) {
    unchecked.put(section, new JsonObject().put(setting, value));
    return this;
  }

  JsonObject checkedSettings() {
    return new SettingsLoader("consumer")
        .load(settings.copy(), Map.of())
        .mergeIn(unchecked.copy(), true);
  }

  ServiceContext context() {
    return new ServiceContext(meters, health, clock);
  }

  /** Puts an item into MySQL and makes it live. */
  Sale item(long itemId, long total) {
    itemRow(itemId, total);
    redis.command("SADD", RedisKeys.DEFAULT.liveItems(), Long.toString(itemId));
    return this;
  }

  Sale itemRow(long itemId, long total) {
    mysql.query(
        "INSERT INTO seckill_item (id, sku, name, price_cents, total_stock, start_at, end_at,"
            + " status, created_at) VALUES (?, 'sku', 'name', ?, ?, '2026-11-11 00:00:00',"
            + " '2026-11-12 00:00:00', 'OPEN', '2026-11-01 00:00:00')",
        itemId,
        PRICE,
        total);
    return this;
  }

  String newOrderId() {
    return ids.next();
  }

  /** Accepts one order and returns its id. */
  String order(long itemId, String userId) {
    String orderId = ids.next();
    add(itemId, fields(orderId, itemId, userId));
    return orderId;
  }

  /** Accepts orders of users u0, u1, … */
  List<String> orders(long itemId, int count) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(order(itemId, "u" + i));
    }
    return all;
  }

  static Map<String, String> fields(String orderId, long itemId, String userId) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(OrderMessage.ORDER_ID, orderId);
    fields.put(OrderMessage.ITEM_ID, Long.toString(itemId));
    fields.put(OrderMessage.USER_ID, userId);
    fields.put(OrderMessage.PRICE_CENTS, Long.toString(PRICE));
    fields.put(OrderMessage.PURCHASED_AT, Long.toString(PURCHASED_AT));
    fields.put(OrderMessage.REFERENCE, "");
    return fields;
  }

  /** Adds an entry to an item's stream and returns its stream id. */
  String add(long itemId, Map<String, String> fields) {
    List<String> arguments = new ArrayList<>(List.of(stream(itemId), "*"));
    fields.forEach(
        (field, value) -> {
          arguments.add(field);
          arguments.add(value);
        });
    return redis.command("XADD", arguments.toArray(String[]::new)).toString();
  }

  static String stream(long itemId) {
    return RedisKeys.DEFAULT.of(itemId).orders();
  }

  /** Lets a consumer take entries and never settle them. */
  void takeAndDie(long itemId, String consumer, int count) {
    createGroup(itemId);
    redis.command(
        "XREADGROUP",
        "GROUP",
        RedisKeys.ORDER_GROUP,
        consumer,
        "COUNT",
        Integer.toString(count),
        "STREAMS",
        stream(itemId),
        ">");
  }

  void createGroup(long itemId) {
    if (redis.number("EXISTS", stream(itemId)) == 0
        || redis.command("XINFO", "GROUPS", stream(itemId)).size() == 0) {
      redis.command("XGROUP", "CREATE", stream(itemId), RedisKeys.ORDER_GROUP, "0", "MKSTREAM");
    }
  }

  /** Starts a consumer and returns its deployment id. */
  String start(String consumer) {
    return start(consumer, FaultHooks.NONE);
  }

  String start(String consumer, FaultHooks hooks) {
    return TestVertx.await(
        vertx.deployVerticle(
            new ConsumerVerticle(
                ConsumerSetup.of(checkedSettings()),
                consumer,
                starts++ == 0,
                context(),
                rate(),
                hooks)));
  }

  // All consumers of a sale are of one process, as it were.
  private synchronized LandingRate rate() {
    if (rate == null) {
      rate = ConsumerSettings.of(checkedSettings()).landingRate(System::nanoTime);
    }
    return rate;
  }

  /** Starts what tells the buyers of this sale. */
  List<String> startNotices() {
    ConsumerSetup setup = ConsumerSetup.of(checkedSettings());
    return TestVertx.await(Notices.deploy(vertx, setup.notices(), setup.mysql(), context()));
  }

  void stop(String deploymentId) {
    TestVertx.await(vertx.undeploy(deploymentId));
  }

  long rows(long itemId) {
    return mysql.number("SELECT COUNT(*) FROM orders WHERE item_id = ? AND " + WRITTEN, itemId);
  }

  long sold(long itemId) {
    return mysql.number("SELECT sold FROM seckill_item WHERE id = ?", itemId);
  }

  long deadRows(long itemId) {
    return mysql.number("SELECT COUNT(*) FROM dead_letter WHERE item_id = ?", itemId);
  }

  long deadCopies(long itemId) {
    return redis.number("XLEN", RedisKeys.DEFAULT.of(itemId).dead());
  }

  long deadCount(DeadReason reason) {
    Counter counter = meters.get("seckill_dead_letters").tag("reason", reason.name()).counter();
    return Math.round(counter.count());
  }

  long pending(long itemId) {
    return redis.command("XPENDING", stream(itemId), RedisKeys.ORDER_GROUP).get(0).toLong();
  }

  /** What each consumer of the group owes. */
  Map<String, Long> owed(long itemId) {
    Map<String, Long> owed = new LinkedHashMap<>();
    for (Response consumer :
        redis.command("XINFO", "CONSUMERS", stream(itemId), RedisKeys.ORDER_GROUP)) {
      owed.put(consumer.get(1).toString(), consumer.get(3).toLong());
    }
    return owed;
  }

  /** Entries not yet delivered plus those delivered and not acknowledged. */
  long backlog(long itemId) {
    Response group = redis.command("XINFO", "GROUPS", stream(itemId)).get(0);
    String last = "";
    for (int i = 0; i < group.size(); i += 2) {
      if (group.get(i).toString().equals("last-delivered-id")) {
        last = group.get(i + 1).toString();
      }
    }
    return redis.command("XRANGE", stream(itemId), "(" + last, "+").size() + pending(itemId);
  }

  /** Waits until the stream is drained, then checks rows, ledger and dead letters. */
  void awaitDrained(long itemId, long rows, long dead) {
    awaitDrained(itemId, rows, dead, dead);
  }

  /** The same where not every dead letter in MySQL has its copy in Redis any more. */
  void awaitDrained(long itemId, long rows, long dead, long copies) {
    await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertThat(rows(itemId)).isEqualTo(rows);
              assertThat(deadRows(itemId)).isEqualTo(dead);
              assertThat(backlog(itemId)).isZero();
            });
    assertThat(sold(itemId)).isEqualTo(rows);
    assertThat(deadCopies(itemId)).isEqualTo(copies);
  }

  void awaitDrained(long itemId, long rows) {
    awaitDrained(itemId, rows, 0);
  }
}
