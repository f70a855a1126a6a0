package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.ItemGate;
import seckill.contract.ItemKeys;
import seckill.contract.ItemSpec;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseBatch;
import seckill.contract.PurchaseBatchReply;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.runtime.Health;
import seckill.runtime.ServiceContext;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** A running till and a client of it. */
final class Till implements AutoCloseable {
  static final String BLACKLIST = RedisKeys.DEFAULT.blacklist();

  final Vertx vertx = Vertx.vertx();
  final Health health = new Health();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final TestRedis redis;
  final TestMySql mysql;
  final List<String> deployments;

  private Till(TestRedis redis, TestMySql mysql, JsonObject document, Clock clock) {
    this.redis = redis;
    this.mysql = mysql;
    JsonObject settings =
        new JsonObject()
            .put("redis", new JsonObject().put("url", redis.url()))
            .put("mysql", new JsonObject().put("url", mysql.url()).put("poolSize", 4))
            // Most tests are about other rules, and ask more often than a person.
            .put("window", new JsonObject().put("enabled", false))
            .mergeIn(document, true);
    JsonObject checked = new SettingsLoader("seckill").load(settings, Map.of());
    this.deployments =
        TestVertx.await(
            new SeckillService().deploy(vertx, checked, new ServiceContext(meters, health, clock)));
  }

  static Till open(TestRedis redis, TestMySql mysql) {
    return open(redis, mysql, new JsonObject());
  }

  static Till open(TestRedis redis, TestMySql mysql, JsonObject document) {
    return open(redis, mysql, document, Clock.systemUTC());
  }

  static Till open(TestRedis redis, TestMySql mysql, JsonObject document, Clock clock) {
    return new Till(redis, mysql, document, clock);
  }

  /** Two event loops, each with its own connection. */
  static Till two(TestRedis redis, TestMySql mysql) {
    return open(redis, mysql, sale("instances", 2));
  }

  static JsonObject sale(String setting, Object value) {
    return new JsonObject().put("sale", new JsonObject().put(setting, value));
  }

  static ItemSpec item(long itemId, long stock) {
    Instant now = Instant.now();
    return new ItemSpec(
        itemId,
        "sku-" + itemId,
        "item " + itemId,
        149_900,
        stock,
        now.minus(Duration.ofMinutes(1)),
        now.plus(Duration.ofHours(1)));
  }

  /** Creates and preheats an item. */
  ItemKeys sell(long itemId, long stock) {
    create(item(itemId, stock));
    preheat(itemId);
    return RedisKeys.DEFAULT.of(itemId);
  }

  void create(ItemSpec item) {
    ask(
        Addresses.ITEM_CREATE,
        new JsonObject().put("item", item.toJson()).put("actor", "operator"));
  }

  JsonObject preheat(long itemId) {
    return admin(Addresses.ITEM_PREHEAT, itemId);
  }

  JsonObject admin(String address, long itemId) {
    return ask(address, forItem(itemId).put("actor", "operator"));
  }

  static ItemKeys keys(long itemId) {
    return RedisKeys.DEFAULT.of(itemId);
  }

  static JsonObject forItem(long itemId) {
    return new JsonObject().put("itemId", Long.toString(itemId));
  }

  JsonObject ask(String address, JsonObject body) {
    return TestVertx.await(send(address, body));
  }

  Future<JsonObject> send(String address, Object body) {
    return vertx.eventBus().<JsonObject>request(address, body).map(reply -> reply.body());
  }

  /** An item behind a gate of its own. */
  static ItemSpec item(long itemId, long stock, ItemGate gate) {
    ItemSpec plain = item(itemId, stock);
    return new ItemSpec(
        itemId,
        plain.sku(),
        plain.name(),
        plain.priceCents(),
        stock,
        plain.startAt(),
        plain.endAt(),
        gate);
  }

  /** An attempt that shows a pass; empty for none. */
  static PurchaseAttempt showing(long itemId, String userId, boolean required, String pass) {
    return new PurchaseAttempt(
        itemId,
        userId,
        UUID.randomUUID().toString(),
        "",
        "",
        PurchaseAttempt.Challenge.of(required, pass),
        Long.MAX_VALUE);
  }

  static PurchaseAttempt attempt(long itemId, String userId) {
    return new PurchaseAttempt(
        itemId, userId, UUID.randomUUID().toString(), "", "", Long.MAX_VALUE);
  }

  Future<List<PurchaseResult>> sendBatch(long itemId, List<PurchaseAttempt> attempts) {
    return vertx
        .eventBus()
        .<Buffer>request(
            Addresses.PURCHASE_BATCH,
            new PurchaseBatch(itemId, Long.MAX_VALUE, attempts).toBuffer())
        .map(reply -> PurchaseBatchReply.fromBuffer(reply.body()));
  }

  List<PurchaseResult> buyAll(long itemId, List<PurchaseAttempt> attempts) {
    return TestVertx.await(sendBatch(itemId, attempts));
  }

  PurchaseResult buy(long itemId, String userId) {
    return buy(attempt(itemId, userId));
  }

  PurchaseResult buy(PurchaseAttempt attempt) {
    return buyAll(attempt.itemId(), List.of(attempt)).get(0);
  }

  /** Buys by JSON, all at once, for as many users as there are ids. */
  List<JsonObject> rush(long itemId, Collection<String> users) {
    List<Future<JsonObject>> sent = new ArrayList<>();
    for (String user : users) {
      sent.add(send(Addresses.PURCHASE, json(attempt(itemId, user))));
    }
    return TestVertx.await(Future.all(sent)).list();
  }

  static JsonObject json(PurchaseAttempt attempt) {
    return forItem(attempt.itemId())
        .put("userId", attempt.userId())
        .put("orderId", attempt.orderId());
  }

  static long count(List<JsonObject> answers, Outcome outcome) {
    return answers.stream()
        .filter(answer -> outcome.name().equals(answer.getString("code")))
        .count();
  }

  /** The laws that hold after every step while nobody takes orders out of the stream. */
  void assertBalanced(long itemId, long total) {
    ItemKeys keys = RedisKeys.DEFAULT.of(itemId);
    long stock = Long.parseLong(redis.get(keys.stock()));
    long users = redis.number("SCARD", keys.users());
    assertThat(stock).isNotNegative();
    assertThat(stock + users).isEqualTo(total);
    assertThat(redis.number("HLEN", keys.receipts())).isEqualTo(users);
    assertThat(redis.number("XLEN", keys.orders())).isEqualTo(users);
    assertThat(redis.command("HGET", keys.item(), RedisKeys.ITEM_ACCEPTED).toLong())
        .isEqualTo(users);
  }

  /** The outcome that a request fails with. */
  static Outcome failure(Future<?> asked) {
    try {
      TestVertx.await(asked);
    } catch (ReplyException e) {
      return Outcome.ofFailureCode(e.failureCode());
    }
    throw new AssertionError("no failure");
  }

  @Override
  public void close() {
    TestVertx.await(vertx.close());
  }
}
