package seckill.standalone.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import seckill.config.SettingsLoader;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;
import seckill.order.ConsumerService;
import seckill.runtime.Health;
import seckill.runtime.ServiceContext;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Waiting;

/** Has the pen drain a prepared stream, and a plain client insert as many orders. */
final class LandingBench implements AutoCloseable {
  /** Orders of one insert, for both. */
  static final int BATCH = 1000;

  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int PER_SCRIPT = 50_000;
  private static final long POLL_MILLIS = 5;

  private final Vertx vertx = Vertx.vertx();
  private final BenchRedis redis;
  private final JsonObject settings;
  private final PlainInserts plain;
  private final String script;
  private long lastItem = 1000;

  LandingBench(BenchRedis redis, Stores stores) throws IOException {
    this.redis = redis;
    this.settings =
        new SettingsLoader("consumer")
            .load(
                new JsonObject()
                    .put("redis", new JsonObject().put("url", stores.redisUrl()))
                    .put("mysql", new JsonObject().put("url", stores.mysqlUrl()))
                    .put("consumer", new JsonObject().put("maxBatch", BATCH)),
                Map.of());
    this.script = LuaResource.ORDERS.source();
    // Started once for its schema.
    Waiting.on(
        new ConsumerService()
            .deploy(vertx, settings, context(new SimpleMeterRegistry()))
            .compose(ids -> vertx.undeploy(ids.get(0))),
        LIMIT,
        "cannot start the consumer");
    this.plain = new PlainInserts(vertx, stores.mysqlUrl(), BATCH);
  }

  private static ServiceContext context(SimpleMeterRegistry meters) {
    return new ServiceContext(meters, new Health(), Clock.systemUTC());
  }

  /** Orders per second of the plain client. */
  double plain(int orders) {
    plain.empty();
    return plain.run(++lastItem, orders);
  }

  /** What a drain came to. */
  record Drain(double ordersPerSecond, long mostHeapBytes) {}

  /** Orders per second of the pen, from a stream that holds them all. */
  Drain pen(int orders) throws IOException {
    long itemId = ++lastItem;
    plain.empty();
    plain.item(itemId, orders);
    fill(itemId, orders);
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    HeapWatch heap = new HeapWatch();
    List<String> ids =
        Waiting.on(
            new ConsumerService().deploy(vertx, settings, context(meters)),
            LIMIT,
            "cannot start the consumer");
    double first = awaitMoreThan(0, meters, heap);
    long start = System.nanoTime();
    awaitMoreThan(orders - 1, meters, heap);
    double rate = (orders - first) * 1e9 / (System.nanoTime() - start);
    Waiting.on(vertx.undeploy(ids.get(0)), LIMIT, "cannot stop the consumer");
    redis.call("FLUSHDB");
    return new Drain(rate, heap.most());
  }

  private static double awaitMoreThan(double orders, SimpleMeterRegistry meters, HeapWatch heap) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    double landed = 0;
    while (landed <= orders) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("only " + landed + " orders have landed");
      }
      Waiting.pause(Duration.ofMillis(POLL_MILLIS));
      heap.look();
      landed = meters.get("seckill_orders_landed").counter().count();
    }
    return landed;
  }

  private void fill(long itemId, int orders) throws IOException {
    ItemKeys keys = RedisKeys.DEFAULT.of(itemId);
    String now = Long.toString(System.currentTimeMillis());
    for (int from = 0; from < orders; from += PER_SCRIPT) {
      String count = Integer.toString(Math.min(PER_SCRIPT, orders - from));
      redis.call(
          "EVAL",
          script,
          "1",
          keys.orders(),
          Long.toString(itemId),
          Integer.toString(from),
          count,
          now);
    }
    redis.call("SADD", RedisKeys.DEFAULT.liveItems(), Long.toString(itemId));
  }

  @Override
  public void close() {
    plain.close();
    Waiting.on(vertx.close(), LIMIT, "cannot stop");
  }
}
