package seckill.runtime.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.ClockReading;
import seckill.testkit.MovingClock;

class SharedClockTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /** Near where the count turns over, which it may do at any time. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

  private final MovingClock wall = new MovingClock(NOON);
  private final SharedClock clock = SharedClock.correcting(wall, nanos::get);

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static ClockReading at(Instant instant) {
    return new ClockReading(TimeUnit.MILLISECONDS.toMicros(instant.toEpochMilli()), 0);
  }

  /** An answer that took so long there, and so long back. */
  private void learn(Instant redis, long thereMillis, long backMillis) {
    long asked = nanos.get();
    pass(thereMillis + backMillis);
    clock.learn(at(redis), asked, nanos.get());
  }

  @Test
  @DisplayName("before the first answer this is the machine's clock, and nothing is known")
  void unknown() {
    assertThat(clock.instant()).isEqualTo(NOON);
    assertThat(clock.millis()).isEqualTo(NOON.toEpochMilli());
    assertThat(clock.isKnown()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 2_100, -2_100, 3_600_000, -3_600_000})
  @DisplayName("the time is that of Redis, however far the machine's clock is off")
  void corrects(long aheadMillis) {
    wall.set(NOON.plusMillis(aheadMillis));
    learn(NOON, 1, 1);
    assertThat(clock.isKnown()).isTrue();
    assertThat(clock.millis()).isBetween(NOON.toEpochMilli(), NOON.toEpochMilli() + 2);
    assertThat(clock.wallAheadMillis()).isBetween(aheadMillis - 2, aheadMillis);
    assertThat(clock.errorMillis()).isLessThanOrEqualTo(1);
    pass(500);
    assertThat(clock.instant()).isBetween(NOON.plusMillis(500), NOON.plusMillis(503));
  }

  @Test
  @DisplayName("whoever sets the machine's clock does not move the time")
  void wallJumps() {
    learn(NOON, 1, 1);
    wall.set(NOON.plusMillis(HOUR));
    pass(100);
    assertThat(clock.millis()).isBetween(NOON.toEpochMilli() + 100, NOON.toEpochMilli() + 103);
    assertThat(clock.wallAheadMillis()).isGreaterThan(HOUR - 200);
  }

  @Test
  @DisplayName("an answer that was slow in one direction does not spoil what a quick one told")
  void slowAnswer() {
    learn(NOON, 1, 1);
    long before = clock.millis();
    learn(NOON.plusMillis(2), 0, 3_000);
    assertThat(clock.millis()).isBetween(before + 2_990, before + 3_010);
    learn(Instant.ofEpochMilli(clock.millis() + 3_000), 3_000, 0);
    assertThat(clock.millis()).isBetween(before + 5_980, before + 6_020);
    assertThat(clock.errorMillis()).isLessThan(20);
  }

  @Test
  @DisplayName("when the clock of Redis is set the time follows with the next answer")
  void redisJumps() {
    learn(NOON, 1, 1);
    learn(NOON.plusMillis(HOUR), 1, 1);
    assertThat(clock.millis())
        .isBetween(NOON.toEpochMilli() + HOUR, NOON.toEpochMilli() + HOUR + 2);
    learn(NOON.minusMillis(HOUR), 1, 1);
    assertThat(clock.millis())
        .isBetween(NOON.toEpochMilli() - HOUR, NOON.toEpochMilli() - HOUR + 2);
  }

  @Test
  @DisplayName("without answers the uncertainty grows")
  void grows() {
    learn(NOON, 1, 1);
    pass(HOUR);
    assertThat(clock.errorMillis()).isBetween(3_600L, 3_602L);
  }

  @Test
  @DisplayName("a clock that shows another learns nothing")
  void showing() {
    SharedClock shown = SharedClock.showing(wall);
    shown.learn(at(NOON.plusMillis(HOUR)), 0, 1);
    assertThat(shown.instant()).isEqualTo(NOON);
    assertThat(shown.isKnown()).isTrue();
    assertThat(SharedClock.showing(clock)).isSameAs(clock);
  }

  @Test
  @DisplayName("the time of Redis is never further away than is told, whatever answers take")
  void bounds() {
    long seed = System.nanoTime();
    System.out.println("SharedClockTest seed " + seed);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    long redisMicros = TimeUnit.MILLISECONDS.toMicros(NOON.toEpochMilli());
    for (int i = 0; i < 20_000; i++) {
      long asked = nanos.get();
      long there = random.nextLong(1L << random.nextInt(1, 32));
      long back = random.nextLong(1L << random.nextInt(1, 32));
      redisMicros += TimeUnit.NANOSECONDS.toMicros(there);
      nanos.addAndGet(TimeUnit.NANOSECONDS.toMicros(there) * 1000);
      // Redis runs a little faster or slower than this count.
      redisMicros += random.nextLong(-200, 201) * TimeUnit.NANOSECONDS.toMillis(there) / 1000;
      ClockReading answer = new ClockReading(redisMicros, 0);
      nanos.addAndGet(TimeUnit.NANOSECONDS.toMicros(back) * 1000);
      redisMicros += TimeUnit.NANOSECONDS.toMicros(back);
      clock.learn(answer, asked, nanos.get());
      ClockReading told = clock.reading();
      assertThat(Math.abs(told.epochMicros() - redisMicros))
          .as("seed %d, step %d", seed, i)
          .isLessThanOrEqualTo(told.errorMicros() + 2);
    }
  }
}
