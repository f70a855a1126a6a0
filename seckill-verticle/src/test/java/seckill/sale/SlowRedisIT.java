package seckill.sale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.RedisKeys;
import seckill.testkit.MachinePace;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.SlowProxy;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Redis is slow, and more buyers come than may wait. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class SlowRedisIT {
  private static final long ITEM = 1001;
  private static final Duration NORMAL_AGAIN = Duration.ofSeconds(2);
  private static final List<Outcome> HONEST =
      List.of(Outcome.ACCEPTED, Outcome.BUSY, Outcome.DEGRADED, Outcome.PENDING);

  private static final List<Outcome> HELD = List.of(Outcome.ACCEPTED, Outcome.DUPLICATE);

  @ParameterizedTest
  @CsvSource({
    // commands under way, buyers waiting, delay, command timeout, buyers
    "4, 16, 200, 2000, 500",
    "1, 1, 200, 2000, 100",
    "2, 500, 100, 2000, 300",
    "4, 16, 400, 300, 200",
    "1024, 50000, 200, 2000, 500"
  })
  @DisplayName("every buyer is answered, no unit goes astray, and soon all is normal again")
  void isBounded(
      int underWay,
      int waiting,
      long delay,
      long timeout,
      int buyers,
      TestRedis redis,
      TestMySql mysql)
      throws InterruptedException {
    try (MachinePace pace = MachinePace.by(redis);
        SlowProxy proxy = SlowProxy.before(redis.url());
        Till till = Till.open(redis, mysql, bounds(proxy, underWay, waiting, timeout))) {
      till.sell(ITEM, 1000);
      proxy.delay(delay);
      List<PurchaseAttempt> attempts =
          IntStream.range(0, buyers).mapToObj(i -> Till.attempt(ITEM, "u" + i)).toList();
      List<Future<List<PurchaseResult>>> sent = new ArrayList<>();
      attempts.forEach(attempt -> sent.add(till.sendBatch(ITEM, List.of(attempt))));
      TestVertx.await(Future.all(sent));
      proxy.delay(0);
      MachinePace.Stretch sinceFast = pace.begin();

      Map<Outcome, Integer> heard = new EnumMap<>(Outcome.class);
      sent.forEach(told -> heard.merge(told.result().get(0).outcome(), 1, Integer::sum));
      assertThat(HONEST).as("%s", heard).containsAll(heard.keySet());
      assertThat(heard.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(buyers);

      // One after the other: a crowd may be too large for these bounds at any speed.
      List<String> late = IntStream.range(0, 20).mapToObj(i -> "late" + i).toList();
      await()
          .until(
              () -> late.stream().allMatch(user -> HELD.contains(till.buy(ITEM, user).outcome())));
      assertThat(sinceFast.isWithin(NORMAL_AGAIN)).as("%s", sinceFast).isTrue();
      till.assertBalanced(ITEM, 1000);
      long holders = redis.number("SCARD", RedisKeys.DEFAULT.of(ITEM).users()) - late.size();
      int accepted = heard.getOrDefault(Outcome.ACCEPTED, 0);
      assertThat(holders)
          .as("%s", heard)
          .isBetween((long) accepted, (long) accepted + heard.getOrDefault(Outcome.PENDING, 0));
      for (int i = 0; i < buyers; i++) {
        boolean holds =
            redis.number("SISMEMBER", RedisKeys.DEFAULT.of(ITEM).users(), attempts.get(i).userId())
                == 1;
        Outcome outcome = sent.get(i).result().get(0).outcome();
        if (outcome != Outcome.PENDING) {
          assertThat(holds).isEqualTo(outcome == Outcome.ACCEPTED);
        }
      }
    }
  }

  private static JsonObject bounds(SlowProxy proxy, int underWay, int waiting, long timeout) {
    return Till.sale("maxWaiting", waiting)
        .put(
            "redis",
            new JsonObject()
                .put("url", proxy.url())
                .put("maxInFlight", underWay)
                .put("commandTimeoutMillis", timeout)
                .put("reconnectMaxMillis", 500));
  }
}
