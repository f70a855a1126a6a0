package seckill.sale.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static seckill.testkit.TestVertx.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.RedisKeys;
import seckill.runtime.RedisLink;
import seckill.runtime.inbound.Facts;
import seckill.runtime.inbound.RefusalLogs;
import seckill.sale.BusDoor;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestRedis;

/** The shared bucket on a real Redis; its clock is moved by moving the time that the key holds. */
@ExtendWith(RedisExtension.class)
class GlobalBucketIT {
  private static final String KEY = RedisKeys.DEFAULT.globalBucket();
  private static final long HOUR_MICROS = 3_600_000_000L;
  private static final int MOST = 10_000_000;

  private final Vertx vertx = Vertx.vertx();
  private TestRedis redis;

  @BeforeEach
  void open(TestRedis redis) {
    this.redis = redis;
    JsonObject document = new JsonObject().put("redis", new JsonObject().put("url", redis.url()));
    RedisLink link =
        new RedisLink(
            vertx,
            RedisSettings.of(new SettingsLoader("seckill").load(document, Map.of())),
            "bucket");
    await(link.connect());
    BusDoor door =
        new BusDoor(
            vertx, new Facts(new RefusalLogs(new SimpleMeterRegistry(), RefusalLogs.USUAL_MILLIS)));
    new GlobalBucket(link).openAt(door);
    await(door.open());
  }

  @AfterEach
  void close() {
    await(vertx.close());
  }

  private Future<JsonObject> send(Object perSecond, Object burst, Object want) {
    JsonObject request =
        new JsonObject().put("perSecond", perSecond).put("burst", burst).put("want", want);
    return vertx
        .eventBus()
        .<JsonObject>request(Addresses.BUCKET_LEASE, request)
        .map(reply -> reply.body());
  }

  private JsonObject lease(double perSecond, double burst, long want) {
    return await(send(perSecond, burst, want));
  }

  private long granted(double perSecond, double burst, long want) {
    return lease(perSecond, burst, want).getLong("granted");
  }

  private long nowMicros() {
    Response time = redis.command("TIME");
    return time.get(0).toLong() * 1_000_000 + time.get(1).toLong();
  }

  private void plant(String tokens, long atMicros) {
    redis.command("HSET", KEY, "tokens", tokens, "at", Long.toString(atMicros));
  }

  @Test
  @DisplayName("an untouched bucket is full, and no more than the capacity comes out at once")
  void startsFull() {
    assertThat(granted(0.001, 100, 60)).isEqualTo(60);
    assertThat(granted(0.001, 100, 60)).isEqualTo(40);
    JsonObject empty = lease(0.001, 100, 60);
    assertThat(empty.getLong("granted")).isZero();
    assertThat(empty.getLong("nextMillis")).isBetween(900_000L, 1_000_000L);
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "0.5, 1", "0.5, 7", "10000000, 10000000", "3.7, 12"})
  @DisplayName("after 13 idle hours exactly the capacity is there, were twice as much asked for")
  void idleForLong(double perSecond, long burst) {
    plant("0", nowMicros() - 13 * HOUR_MICROS);
    assertThat(granted(perSecond, burst, Math.min(2 * burst, MOST))).isEqualTo(burst);
  }

  @Test
  @DisplayName("half a token per second is one token every two seconds, not one early")
  void fractions() {
    plant("0", nowMicros() - 1_000_000);
    JsonObject early = lease(0.5, 5, 1);
    assertThat(early.getLong("granted")).isZero();
    assertThat(early.getLong("nextMillis")).isBetween(1L, 1_000L);
    plant("0", nowMicros() - 7_000_000);
    assertThat(granted(0.5, 5, 10)).isEqualTo(3);
  }

  @Test
  @DisplayName("what many small looks count adds up to what one look counts")
  void looksLoseNothing() {
    long begin = nowMicros();
    plant("0", begin);
    long granted = 0;
    for (int round = 0; round < 5; round++) {
      List<Future<JsonObject>> looks = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        looks.add(send(1_000, 1_000_000, 1));
      }
      for (Future<JsonObject> look : looks) {
        granted += await(look).getLong("granted");
      }
    }
    double tokens = Double.parseDouble(redis.command("HGET", KEY, "tokens").toString());
    long counted = redis.command("HGET", KEY, "at").toLong() - begin;
    assertThat(granted + tokens).isCloseTo(counted / 1000.0, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(longs = {500_000L, 10_000_000L, HOUR_MICROS})
  @DisplayName("a clock that runs backwards gives nothing")
  void clockRunsBackwards(long micros) {
    plant("2", nowMicros() + micros);
    assertThat(granted(1, 1_000, 1_000)).isEqualTo(2);
    assertThat(granted(1, 1_000, 1_000)).isZero();
  }

  @Test
  @DisplayName("a clock that was set back far does not close the bucket until it has caught up")
  void clockSetBack() {
    plant("0", nowMicros() + HOUR_MICROS);
    granted(100, 100, 1);
    assertThat(redis.command("HGET", KEY, "at").toLong()).isLessThanOrEqualTo(nowMicros());
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "0.5, 3", "10000000, 10000000", "1.0E-300, 1"})
  @DisplayName("the key always expires, and not before the bucket would be full")
  void expires(double perSecond, long burst) {
    granted(perSecond, burst, burst);
    long full = (long) Math.min(burst / perSecond * 1000, 1e12);
    assertThat(redis.number("PTTL", KEY)).isBetween(Math.max(1, full - 1_000), full + 1_001);
  }

  @Test
  @DisplayName("a rate of 0 lets none pass, whatever the bucket holds")
  void none() {
    plant("50", nowMicros());
    assertThat(granted(0, 100, 1)).isZero();
    assertThat(granted(100, 100, 1)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"nan, 0", "inf, 0", "-5, 0", "many, 0", "'', 0", "5, x", "5, -1", "5, nan", "5, inf"})
  @DisplayName("nonsense in the key gives nothing away and is repaired")
  void repairsNonsense(String tokens, String at) {
    redis.command("HSET", KEY, "tokens", tokens, "at", at);
    assertThat(granted(0.1, 10, 10)).isZero();
    assertThat(redis.number("PTTL", KEY)).isPositive();
    redis.command("HSET", KEY, "at", Long.toString(nowMicros() - HOUR_MICROS));
    assertThat(granted(0.1, 10, 10)).isEqualTo(10);
  }

  @Test
  @DisplayName(
      "so are a key of another type, a field that is missing and a count beyond the capacity")
  void repairsOtherKeys() {
    redis.command("SET", KEY, "100");
    assertThat(granted(0.1, 10, 10)).isZero();
    redis.command("DEL", KEY);
    redis.command("HSET", KEY, "tokens", "9");
    assertThat(granted(0.1, 10, 10)).isZero();
    plant("1e300", nowMicros());
    assertThat(granted(0.1, 10, 100)).isEqualTo(10);
  }

  @Test
  @DisplayName("what a request cannot mean is refused by name, and touches nothing")
  void refusesNonsense() {
    for (Object rate : new Object[] {-1, 1e300, Long.MAX_VALUE, "100", null, true}) {
      refused(send(rate, 100, 1), "perSecond must be a number from 0 to 10000000");
    }
    refused(send(100, 0.5, 1), "burst must be at least 1");
    refused(send(100, MOST + 1, 1), "burst must be a number");
    for (Object want : new Object[] {0, -1, MOST + 1, Long.MAX_VALUE}) {
      refused(send(100, 100, want), "want must be an integer from 1 to 10000000");
    }
    assertThat(redis.number("EXISTS", KEY)).isZero();
  }

  private static void refused(Future<JsonObject> asked, String message) {
    try {
      await(asked);
    } catch (ReplyException e) {
      assertThat(Outcome.ofFailureCode(e.failureCode())).isEqualTo(Outcome.BAD_REQUEST);
      assertThat(e).hasMessageContaining(message);
      return;
    }
    throw new AssertionError("taken: " + message);
  }
}
