package seckill.sale.window;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import seckill.config.RunningSettings;
import seckill.contract.Outcome;
import seckill.runtime.LuaScript;
import seckill.runtime.RedisLink;

/** The sliding window of each user, kept in Redis so that all tills count together. */
public final class UserWindow implements RunningSettings.Reader {
  /** The script that counts, to be shown alone. */
  public static final LuaScript SCRIPT = LuaScript.load(UserWindow.class, "window.lua");

  private static final int[] NOBODY = {};

  private final RedisLink redis;
  private final Counter passed;
  private final Counter refused;
  private volatile WindowSettings settings;
  private boolean oneByOne;

  public UserWindow(RedisLink redis, WindowSettings settings, MeterRegistry meters) {
    this.redis = redis;
    this.settings = settings;
    this.passed = counter(meters, "PASSED");
    this.refused = counter(meters, Outcome.RATE_LIMITED.name());
  }

  private static Counter counter(MeterRegistry meters, String outcome) {
    return Counter.builder("seckill.gate")
        .tag("layer", WindowSettings.SECTION)
        .tag("outcome", outcome)
        .register(meters);
  }

  @Override
  public String section() {
    return WindowSettings.SECTION;
  }

  @Override
  public void configure(JsonObject section) {
    settings = WindowSettings.of(section);
  }

  /**
   * Counts attempts, in order, in one call.
   *
   * @param userIds the user of each attempt
   * @return the positions of the attempts over the limit, ascending; fails if Redis does not answer
   */
  public Future<int[]> refused(List<String> userIds) {
    WindowSettings limit = settings;
    if (!limit.enabled() || userIds.isEmpty()) {
      return Future.succeededFuture(NOBODY);
    }
    List<String> keys = userIds.stream().map(redis.keys()::userWindow).toList();
    List<String> arguments =
        List.of(Integer.toString(limit.limit()), Long.toString(limit.windowMillis()));
    return (oneByOne ? apart(keys, arguments) : together(keys, arguments))
        .onSuccess(over -> count(keys.size(), over.length));
  }

  private void count(int all, int over) {
    passed.increment((double) all - over);
    if (over > 0) {
      refused.increment(over);
    }
  }

  private Future<int[]> together(List<String> keys, List<String> arguments) {
    return redis
        .eval(SCRIPT, keys, arguments)
        .map(UserWindow::positions)
        .recover(
            cause -> {
              if (cause instanceof ErrorType error && error.is("CROSSSLOT")) {
                // A Redis in cluster mode; it says so before anything is counted.
                oneByOne = true;
                return apart(keys, arguments);
              }
              return Future.failedFuture(cause);
            });
  }

  private Future<int[]> apart(List<String> keys, List<String> arguments) {
    List<Future<Response>> calls = new ArrayList<>(keys.size());
    for (String key : keys) {
      calls.add(redis.eval(SCRIPT, List.of(key), arguments));
    }
    return Future.all(calls)
        .map(
            done ->
                IntStream.range(0, calls.size())
                    .filter(i -> calls.get(i).result().size() > 0)
                    .toArray());
  }

  private static int[] positions(Response numbers) {
    if (numbers.size() == 0) {
      return NOBODY;
    }
    return numbers.stream().mapToInt(number -> number.toInteger() - 1).toArray();
  }
}
