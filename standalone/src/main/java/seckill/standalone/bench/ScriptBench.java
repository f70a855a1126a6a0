package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seckill.contract.ItemKeys;
import seckill.contract.RedisKeys;

/**
 * Measures the purchase script in Redis alone, with {@code redis-benchmark} as the client: one
 * order per call, with and without pipelining, and 64 orders per call.
 */
final class ScriptBench implements AutoCloseable {
  /** Attempts in a batched call. */
  static final int BATCH = 64;

  private static final long ITEM = 1001;
  private static final int CLIENTS = 50;
  private static final int START_TRIES = 100;
  private static final long START_POLL_MILLIS = 100;
  private static final String FAR_FUTURE = "4102444800000";
  private static final Pattern RATE = Pattern.compile("([0-9.]+) requests per second");

  private final BenchRedis redis;
  private final String scriptSha1;

  /** Starts an empty Redis of its own and loads the script. */
  ScriptBench(Path directory, String script) throws IOException, InterruptedException {
    this.redis = BenchRedis.inMemory(directory);
    awaitRedis();
    this.scriptSha1 = cli("SCRIPT", "LOAD", script);
  }

  /** Orders per second over {@code orders} orders, {@code perCall} in each call. */
  double ordersPerSecond(int orders, int perCall, int pipeline)
      throws IOException, InterruptedException {
    preheat();
    List<String> command = new ArrayList<>();
    command.addAll(List.of("redis-benchmark", "-p", port(), "-c", Integer.toString(CLIENTS)));
    command.addAll(List.of("-P", Integer.toString(pipeline), "-r", "2000000000"));
    command.addAll(List.of("-n", Integer.toString(Math.max(1, orders / perCall))));
    command.addAll(call(perCall));
    Matcher rate = RATE.matcher(BenchRedis.run(command));
    double last = 0;
    while (rate.find()) {
      last = Double.parseDouble(rate.group(1));
    }
    long accepted = Long.parseLong(cli("HGET", RedisKeys.of(ITEM).item(), RedisKeys.ITEM_ACCEPTED));
    if (last == 0 || accepted < orders * 0.9) {
      throw new IOException("redis-benchmark sold " + accepted + " of " + orders + " orders");
    }
    return last * perCall;
  }

  private List<String> call(int attempts) {
    ItemKeys keys = RedisKeys.of(ITEM);
    List<String> call = new ArrayList<>(List.of("EVALSHA", scriptSha1, "10"));
    call.addAll(List.of(keys.item(), keys.stock(), keys.users(), keys.receipts()));
    call.addAll(List.of(keys.orders(), keys.admitted(), keys.reserved(), keys.passes()));
    call.addAll(List.of(keys.barred(), keys.returned()));
    call.addAll(List.of(Long.toString(ITEM), "0", "0", RedisKeys.ORDER_GROUP));
    for (int i = 0; i < attempts; i++) {
      // As long as a real order id; the client puts twelve random digits where it says so.
      call.addAll(List.of("0190a6b2-7c3d-7e4f-8a1b-__rand_int__", "u__rand_int__", "", "", ""));
    }
    return call;
  }

  private void preheat() throws IOException, InterruptedException {
    ItemKeys keys = RedisKeys.of(ITEM);
    cli("FLUSHDB");
    cli(
        "HSET",
        keys.item(),
        RedisKeys.ITEM_EPOCH,
        "1",
        RedisKeys.ITEM_STATUS,
        "OPEN",
        RedisKeys.ITEM_ALL_STATUS,
        "OPEN",
        RedisKeys.ITEM_START_AT,
        "0",
        RedisKeys.ITEM_END_AT,
        FAR_FUTURE,
        RedisKeys.ITEM_PRICE_CENTS,
        "149900",
        RedisKeys.ITEM_EXPIRE_AT,
        FAR_FUTURE);
    cli("SET", keys.stock(), "1000000000");
    cli("XGROUP", "CREATE", keys.orders(), RedisKeys.ORDER_GROUP, "0", "MKSTREAM");
  }

  private void awaitRedis() throws IOException, InterruptedException {
    List<String> ping = List.of("redis-cli", "-p", port(), "PING");
    for (int tries = 0; new ProcessBuilder(ping).start().waitFor() != 0; tries++) {
      if (tries == START_TRIES) {
        throw new IOException("redis-server does not answer on port " + port());
      }
      Thread.sleep(START_POLL_MILLIS);
    }
  }

  private String cli(String... arguments) throws IOException, InterruptedException {
    return redis.cli(List.of(arguments)).trim();
  }

  private String port() {
    return Integer.toString(redis.port());
  }

  @Override
  public void close() {
    redis.close();
  }
}
