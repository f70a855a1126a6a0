package seckill.gateway.token;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts how many tokens name a subject that can be read before they are verified, and warns while
 * most do not: then the seckill service has to give every SOLD_OUT. Thread-safe; one for all event
 * loops of a process.
 */
public final class SubjectReadings {
  private static final String METER = "seckill.gateway.token.subjects";

  private final int warnAfter;
  private final long windowNanos;
  private final LongSupplier nanoClock;
  private final Counter read;
  private final Counter unreadable;
  private volatile Window now;
  private volatile Window before;

  private static final class Window {
    private final long startNanos;
    private final LongAdder read = new LongAdder();
    private final LongAdder unreadable = new LongAdder();

    Window(long startNanos) {
      this.startNanos = startNanos;
    }

    long count() {
      return read.sum() + unreadable.sum();
    }
  }

  /**
   * Counts from now on.
   *
   * @param nanoClock a clock that only runs forward
   */
  public SubjectReadings(TokenSettings settings, LongSupplier nanoClock, MeterRegistry meters) {
    this.warnAfter = settings.warnAfter();
    this.windowNanos = TimeUnit.MILLISECONDS.toNanos(settings.warnWindowMillis());
    this.nanoClock = nanoClock;
    this.now = new Window(nanoClock.getAsLong());
    this.read = counter(meters, "READ");
    this.unreadable = counter(meters, "UNREADABLE");
  }

  private static Counter counter(MeterRegistry meters, String result) {
    return Counter.builder(METER)
        .description("tokens looked at before they are verified, by whether a subject was read")
        .tag("result", result)
        .register(meters);
  }

  /** The subject that a token names, counted; {@code null} if it cannot be read. */
  public String subjectOf(String token) {
    String subject = SubjectGlance.of(token);
    Window window = window();
    if (subject == null) {
      unreadable.increment();
      window.unreadable.increment();
    } else {
      read.increment();
      window.read.increment();
    }
    return subject;
  }

  /** A health check that fails while most tokens cannot be read. */
  public Future<?> check() {
    Window latest = window();
    Window judged = latest.count() >= warnAfter ? latest : before;
    long bad = judged == null ? 0 : judged.unreadable.sum();
    long all = judged == null ? 0 : judged.count();
    return all < warnAfter || bad * 2 <= all
        ? Future.succeededFuture()
        : Future.failedFuture(
            "the subject of "
                + bad
                + " of the last "
                + all
                + " tokens cannot be read, so that SOLD_OUT is not answered by the gateway");
  }

  private Window window() {
    Window window = now;
    return nanoClock.getAsLong() - window.startNanos < windowNanos ? window : turn();
  }

  private synchronized Window turn() {
    long time = nanoClock.getAsLong();
    long age = time - now.startNanos;
    if (age >= windowNanos) {
      before = age < 2 * windowNanos ? now : null;
      now = new Window(time);
    }
    return now;
  }
}
