package seckill.standalone.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.ItemSpec;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseBatch;
import seckill.contract.PurchaseBatchReply;
import seckill.contract.PurchaseResult;
import seckill.runtime.Health;
import seckill.runtime.ServiceContext;
import seckill.sale.SeckillService;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.Waiting;

/** One till at one level of durability, and buyers who ask it over the event bus, without HTTP. */
final class DurabilityBench implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final long UNITS = 1_000_000_000;

  private final Vertx vertx = Vertx.vertx();
  private final OrderIds ids = new OrderIds(Clock.systemUTC());
  private final long itemId;
  private long users;

  /** Starts the till and opens a sale. */
  DurabilityBench(String level, long itemId, String redisUrl, String mysqlUrl) {
    this.itemId = itemId;
    JsonObject settings =
        new JsonObject()
            .put("redis", new JsonObject().put("url", redisUrl))
            .put("mysql", new JsonObject().put("url", mysqlUrl))
            .put("window", new JsonObject().put("enabled", false))
            .put("durability", new JsonObject().put("level", level).put("waitMillis", 5000));
    ServiceContext services =
        new ServiceContext(new SimpleMeterRegistry(), new Health(), Clock.systemUTC());
    await(
        new SeckillService()
            .deploy(vertx, new SettingsLoader("seckill").load(settings, Map.of()), services));
    Instant now = Instant.now();
    ItemSpec item =
        new ItemSpec(
            itemId,
            "bench-" + level,
            "bench",
            100,
            UNITS,
            now.minusSeconds(60),
            now.plus(Duration.ofHours(1)));
    ask(Addresses.ITEM_CREATE, new JsonObject().put("item", item.toJson()));
    ask(Addresses.ITEM_PREHEAT, new JsonObject().put("itemId", Long.toString(itemId)));
  }

  private void ask(String address, JsonObject request) {
    await(vertx.eventBus().request(address, request.put("actor", "bench")));
  }

  private static <T> T await(Future<T> future) {
    return Waiting.on(future, LIMIT, "the benchmark of durability");
  }

  /**
   * Accepted purchases per second.
   *
   * @param callers that each wait for their answer before they ask again
   * @param perCall purchases in each of their messages
   */
  double perSecond(int callers, int perCall, int seconds) {
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<Future<Long>> all = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Promise<Long> promise = Promise.promise();
      vertx.runOnContext(here -> call(perCall, end, 0, promise));
      all.add(promise.future());
    }
    await(Future.all(all));
    long accepted = all.stream().mapToLong(Future::result).sum();
    return accepted * (double) TimeUnit.SECONDS.toNanos(1) / (System.nanoTime() - start);
  }

  private void call(int perCall, long endNanos, long accepted, Promise<Long> promise) {
    if (System.nanoTime() >= endNanos) {
      promise.complete(accepted);
      return;
    }
    vertx
        .eventBus()
        .<Buffer>request(
            Addresses.PURCHASE_BATCH,
            new PurchaseBatch(itemId, Long.MAX_VALUE, attempts(perCall)).toBuffer())
        .map(reply -> accepted(PurchaseBatchReply.fromBuffer(reply.body())))
        .onSuccess(more -> call(perCall, endNanos, accepted + more, promise))
        .onFailure(promise::fail);
  }

  private static long accepted(List<PurchaseResult> results) {
    for (PurchaseResult result : results) {
      if (result.outcome() != Outcome.ACCEPTED) {
        throw new SaleException("a purchase was answered " + result.outcome());
      }
    }
    return results.size();
  }

  private synchronized List<PurchaseAttempt> attempts(int count) {
    List<PurchaseAttempt> attempts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      attempts.add(new PurchaseAttempt(itemId, "u" + users++, ids.next(), "", "", Long.MAX_VALUE));
    }
    return attempts;
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
