package seckill.runtime.clock;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ClockReading;

/**
 * The time of Redis, as this process knows it.
 *
 * <p>Until the first reading it is the time of this machine. From then on it is counted from the
 * readings by the count of nanoseconds that no one can set, so that whoever sets this machine's
 * clock moves nothing. Thread-safe.
 */
public final class SharedClock extends Clock {
  private static final Logger LOG = LoggerFactory.getLogger(SharedClock.class);
  private static final long MICROS_PER_MILLI = 1000;

  private final Clock wall;
  private final LongSupplier nanoClock;
  private final boolean corrected;
  private final Promise<Void> known = Promise.promise();
  private volatile Estimate estimate;

  private SharedClock(Clock wall, LongSupplier nanoClock, boolean corrected) {
    this.wall = wall;
    this.nanoClock = nanoClock;
    this.corrected = corrected;
  }

  /**
   * A clock that learns the time of Redis.
   *
   * @param wall the clock of this machine
   */
  public static SharedClock correcting(Clock wall) {
    return correcting(wall, System::nanoTime);
  }

  /**
   * The same with a count of nanoseconds.
   *
   * @param nanoClock a clock that only runs forward
   */
  static SharedClock correcting(Clock wall, LongSupplier nanoClock) {
    return new SharedClock(wall, nanoClock, true);
  }

  /** A clock that shows what another shows, and learns nothing that this does not. */
  public static SharedClock showing(Clock clock) {
    if (clock instanceof SharedClock already) {
      return already;
    }
    SharedClock shared = new SharedClock(clock, System::nanoTime, false);
    shared.known.complete();
    return shared;
  }

  /** Whether this learns the time of Redis. */
  public boolean isCorrected() {
    return corrected;
  }

  /** Whether the time of Redis is known. */
  public boolean isKnown() {
    return known.future().isComplete();
  }

  /** Succeeds on the caller's event loop once the time of Redis is known. */
  public Future<Void> known(Vertx vertx) {
    Promise<Void> here = ((ContextInternal) vertx.getOrCreateContext()).promise();
    known.future().onComplete(here);
    return here.future();
  }

  /** The count of nanoseconds by which readings are placed. */
  public long nanos() {
    return nanoClock.getAsLong();
  }

  /**
   * Takes in what the clock of Redis showed at some time between two moments.
   *
   * @param askedNanos {@link #nanos} when it was asked
   * @param answeredNanos {@link #nanos} when the answer was here
   */
  public void learn(ClockReading reading, long askedNanos, long answeredNanos) {
    if (!corrected) {
      return;
    }
    long half = (answeredNanos - askedNanos) / 2;
    // One more microsecond for what the divisions drop.
    long error = TimeUnit.NANOSECONDS.toMicros(half) + 1 + reading.errorMicros();
    learn(new Estimate(askedNanos + half, reading.epochMicros(), error));
    known.tryComplete();
  }

  private synchronized void learn(Estimate fresh) {
    Estimate before = estimate;
    if (before == null) {
      estimate = fresh;
    } else if (before.agreesWith(fresh)) {
      estimate = before.narrowedBy(fresh);
    } else {
      estimate = fresh;
      long moved = (fresh.epochMicros() - before.microsAt(fresh.atNanos())) / MICROS_PER_MILLI;
      if (moved != 0) {
        LOG.warn(
            "the time of Redis has moved by {} ms; a clock was set, or another Redis sells", moved);
      }
    }
  }

  /** What this shows now, and how far from the time of Redis that may be. */
  public ClockReading reading() {
    Estimate now = estimate;
    if (now == null) {
      return new ClockReading(wall.millis() * MICROS_PER_MILLI, 0);
    }
    long nanos = nanoClock.getAsLong();
    return new ClockReading(now.microsAt(nanos), now.errorAt(nanos));
  }

  /** How far this machine's clock is ahead of Redis' by what is known; negative if it is behind. */
  public long wallAheadMillis() {
    return wall.millis() - millis();
  }

  /** How far from the time of Redis this may be. */
  public long errorMillis() {
    return reading().errorMicros() / MICROS_PER_MILLI;
  }

  @Override
  public long millis() {
    return estimate == null
        ? wall.millis()
        : Math.floorDiv(reading().epochMicros(), MICROS_PER_MILLI);
  }

  @Override
  public Instant instant() {
    if (estimate == null) {
      return wall.instant();
    }
    long micros = reading().epochMicros();
    long perSecond = TimeUnit.SECONDS.toMicros(1);
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, perSecond),
        TimeUnit.MICROSECONDS.toNanos(Math.floorMod(micros, perSecond)));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("times of this system are in UTC");
  }
}
