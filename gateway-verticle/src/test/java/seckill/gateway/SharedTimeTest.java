package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.contract.Addresses;
import seckill.contract.ClockReading;
import seckill.runtime.clock.SharedClock;
import seckill.testkit.TestVertx;

/** A gateway goes by the time that the seckill service tells. */
@ExtendWith(VertxExtension.class)
class SharedTimeTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /** For requests that take long on a busy machine. */
  private static final long WAY = Duration.ofMinutes(1).toMillis();

  private Vertx vertx;
  private TestGate gate;

  @BeforeEach
  void start(Vertx vertx) {
    this.vertx = vertx;
    Clock hourAhead = Clock.offset(Clock.systemUTC(), Duration.ofMillis(HOUR));
    gate =
        new TestGate(
            vertx, SharedClock.correcting(hourAhead), Map.of("SECKILL_CLOCK_MEASURE_MILLIS", "50"));
  }

  @AfterEach
  void stop() {
    gate.stop();
  }

  private void tell(Supplier<JsonObject> answer) {
    TestVertx.await(
        vertx
            .eventBus()
            .consumer(Addresses.TIME_GET, question -> question.reply(answer.get()))
            .completion());
  }

  private static JsonObject now(long aheadMillis) {
    long millis = System.currentTimeMillis() + aheadMillis;
    return new ClockReading(TimeUnit.MILLISECONDS.toMicros(millis), 0).toJson();
  }

  private String check() {
    return TestVertx.await(gate.health.ready()).getJsonObject("checks").getString("clock");
  }

  private long aheadMillis() {
    return gate.get("/api/time", null).json().getLong("epochMillis") - System.currentTimeMillis();
  }

  @Test
  @DisplayName("the check is down until the time is told, then it warns of the machine's clock")
  void learns() {
    assertThat(check()).isEqualTo("DOWN: the time of Redis is not known yet");
    assertThat(aheadMillis()).isBetween(HOUR - WAY, HOUR + WAY);
    tell(() -> now(0));
    await().atMost(LIMIT).until(() -> check().startsWith("WARN: this machine's clock is 3"));
    assertThat(check()).contains("ms ahead of that of Redis; this is corrected");
    assertThat(aheadMillis()).isBetween(-WAY, WAY);
    assertThat(gate.meters.get("seckill.clock.offset").gauge().value())
        .isBetween((HOUR - WAY) / 1000.0, (HOUR + WAY) / 1000.0);
  }

  @Test
  @DisplayName("what is no time is not believed")
  void nonsense() {
    tell(() -> new JsonObject().put("epochMicros", "noon"));
    tell(() -> now(-HOUR));
    await().atMost(LIMIT).until(() -> check().startsWith("WARN"));
    assertThat(aheadMillis()).isBetween(-HOUR - WAY, -HOUR + WAY);
  }

  @Test
  @DisplayName("tokens live by the time that is told")
  void tokens() {
    long soon = Instant.now().plusSeconds(600).getEpochSecond();
    String token = TestTokens.sign(TestTokens.claims("u1").put("exp", soon));
    assertThat(gate.get("/api/orders", token).status()).isEqualTo(401);
    tell(() -> now(0));
    await().atMost(LIMIT).until(() -> gate.get("/api/orders", token).status() != 401);
  }
}
