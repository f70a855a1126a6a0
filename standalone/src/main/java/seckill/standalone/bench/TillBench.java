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

/** One till, and buyers who ask it over the event bus, without HTTP. */
final class TillBench implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  private final Vertx vertx = Vertx.vertx();
  private final OrderIds ids = new OrderIds(Clock.systemUTC());
  private long users;

  /**
   * Starts the till.
   *
   * @param level of durability
   */
  TillBench(String level, String redisUrl, String mysqlUrl) {
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
  }

  /** Puts an item up for sale. */
  void open(long itemId, long units) {
    Instant now = Instant.now();
    ItemSpec item =
        new ItemSpec(
            itemId,
            "bench-" + itemId,
            "bench",
            100,
            units,
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
   * What a run came to.
   *
   * @param accepted purchases
   * @param nanos that it took
   */
  record Run(long accepted, long nanos) {
    double perSecond() {
      return accepted * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
    }
  }

  /**
   * Buys until the time is up or everything is sold.
   *
   * @param items with ids in a row that are bought in turn
   * @param callers that each wait for their answer before they ask again
   * @param perCall purchases in each of their messages
   */
  Run buy(Items items, int callers, int perCall, Duration time) {
    long start = System.nanoTime();
    List<Future<Long>> all = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Caller caller = new Caller(items, i, perCall, start + time.toNanos());
      vertx.runOnContext(here -> caller.call());
      all.add(caller.done.future());
    }
    await(Future.all(all));
    long accepted = all.stream().mapToLong(Future::result).sum();
    return new Run(accepted, System.nanoTime() - start);
  }

  /** Items with ids in a row. */
  record Items(long first, int count) {}

  private final class Caller {
    private final Promise<Long> done = Promise.promise();
    private final Items items;
    private final int perCall;
    private final long endNanos;
    private long turn;
    private long accepted;

    Caller(Items items, long firstTurn, int perCall, long endNanos) {
      this.items = items;
      this.turn = firstTurn;
      this.perCall = perCall;
      this.endNanos = endNanos;
    }

    void call() {
      if (System.nanoTime() >= endNanos) {
        done.complete(accepted);
        return;
      }
      long itemId = items.first() + turn++ % items.count();
      vertx
          .eventBus()
          .<Buffer>request(
              Addresses.PURCHASE_BATCH,
              new PurchaseBatch(itemId, Long.MAX_VALUE, attempts(itemId, perCall)).toBuffer())
          .map(reply -> PurchaseBatchReply.fromBuffer(reply.body()))
          .onSuccess(this::count)
          .onFailure(done::tryFail);
    }

    private void count(List<PurchaseResult> results) {
      for (PurchaseResult result : results) {
        if (result.outcome() == Outcome.SOLD_OUT) {
          done.complete(accepted);
          return;
        }
        if (result.outcome() != Outcome.ACCEPTED) {
          done.fail(new SaleException("a purchase was answered " + result.outcome()));
          return;
        }
        accepted++;
      }
      call();
    }
  }

  private synchronized List<PurchaseAttempt> attempts(long itemId, int count) {
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
