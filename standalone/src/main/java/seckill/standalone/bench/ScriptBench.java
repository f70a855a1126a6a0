package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seckill.contract.ItemKeys;
import seckill.contract.PurchaseAttempt;
import seckill.contract.RedisKeys;
import seckill.sale.PurchaseCall;
import seckill.sale.SeckillService;
import seckill.sale.recovery.Floor;
import seckill.standalone.bench.report.PartResult;

/** Measures the purchase script in Redis alone, without any of our services. */
final class ScriptBench implements AutoCloseable {
  /** Attempts in a batched call, as many as a busy gateway sends. */
  static final int BATCH = 64;

  private static final long ITEM = 1001;
  private static final String NO_CAP = "0";
  private static final int CLIENTS = 50;
  private static final double LEAST_SOLD = 0.9;
  private static final String FAR_FUTURE = "4102444800000";
  private static final Pattern SCRIPT_TIME =
      Pattern.compile("cmdstat_evalsha:calls=\\d+,usec=(\\d+)");

  private final BenchRedis redis;
  private final ScriptCalls client = ScriptCalls.choose(CLIENTS);
  private final String scriptSha1;
  private int sales;

  /** Starts an empty Redis of its own and loads the script. */
  ScriptBench(Path directory) throws IOException {
    this.redis = BenchRedis.inMemory(directory);
    this.scriptSha1 =
        redis.call("SCRIPT", "LOAD", SeckillService.purchaseScript().source()).toString();
  }

  /**
   * What a run came to.
   *
   * @param ordersPerSecond as the client saw it
   * @param microsPerOrder that Redis spent in the script
   */
  record Result(double ordersPerSecond, double microsPerOrder) {}

  /** Empties Redis and puts one item up for sale. */
  void open(long stock) throws IOException {
    ItemKeys keys = RedisKeys.DEFAULT.of(ITEM);
    redis.call("FLUSHDB");
    List<String> fields = new ArrayList<>(List.of("HSET", keys.item()));
    fields.addAll(List.of(RedisKeys.ITEM_EPOCH, "1", RedisKeys.ITEM_STATUS, "OPEN"));
    fields.addAll(List.of(RedisKeys.ITEM_ALL_STATUS, "OPEN", RedisKeys.ITEM_START_AT, "0"));
    fields.addAll(List.of(RedisKeys.ITEM_END_AT, FAR_FUTURE));
    fields.addAll(List.of(RedisKeys.ITEM_PRICE_CENTS, "149900"));
    fields.addAll(List.of(RedisKeys.ITEM_EXPIRE_AT, FAR_FUTURE));
    redis.call(fields.toArray(String[]::new));
    redis.call("SET", keys.stock(), Long.toString(stock));
    redis.call("XGROUP", "CREATE", keys.orders(), RedisKeys.ORDER_GROUP, "0", "MKSTREAM");
  }

  /** Lets so many users hold a unit already. */
  void load(long users) throws IOException {
    new UserLoader(redis).load(ITEM, users);
  }

  /** Sells {@code orders} orders of the open item, {@code perCall} in each call. */
  Result sell(int orders, int perCall, int pipeline) throws IOException, InterruptedException {
    long before = accepted();
    redis.call("CONFIG", "RESETSTAT");
    sales++;
    int calls = Math.max(1, orders / perCall);
    double callsPerSecond = client.perSecond(redis.port(), call(perCall), calls, pipeline);
    long sold = accepted() - before;
    if (sold < calls * perCall * LEAST_SOLD) {
      throw new IOException("only " + sold + " of " + calls * perCall + " orders were accepted");
    }
    return new Result(callsPerSecond * perCall, scriptMicros() / (double) sold);
  }

  private long accepted() throws IOException {
    Object accepted =
        redis.call("HGET", RedisKeys.DEFAULT.of(ITEM).item(), RedisKeys.ITEM_ACCEPTED);
    return accepted == null ? 0 : Long.parseLong(accepted.toString());
  }

  private long scriptMicros() throws IOException {
    Matcher time = SCRIPT_TIME.matcher(redis.call("INFO", "commandstats").toString());
    if (!time.find()) {
      throw new IOException("Redis tells no time of the script");
    }
    return Long.parseLong(time.group(1));
  }

  private List<String> call(int attempts) {
    // As long as a real order id.
    PurchaseAttempt attempt =
        new PurchaseAttempt(
            ITEM,
            // redis-benchmark seeds itself by time and pid: two runs may draw the same numbers.
            "u" + sales + "-" + ScriptCalls.RANDOM,
            "0190a6b2-7c3d-7e4f-8a1b-" + ScriptCalls.RANDOM,
            "",
            "",
            PurchaseAttempt.Challenge.NONE,
            Long.MAX_VALUE);
    List<String> keys = PurchaseCall.keys(RedisKeys.DEFAULT.of(ITEM));
    List<String> call = new ArrayList<>(List.of("EVALSHA", scriptSha1));
    call.add(Integer.toString(keys.size()));
    call.addAll(keys);
    call.addAll(
        PurchaseCall.arguments(
            ITEM, 0, NO_CAP, Floor.NONE, Collections.nCopies(attempts, attempt)));
    return call;
  }

  /** Tells what takes part, by name. */
  void tell(PartResult result) throws IOException {
    result.ran("Redis", redis.version() + ", no file");
    result.ran("client", client.name());
  }

  @Override
  public void close() {
    redis.close();
  }
}
