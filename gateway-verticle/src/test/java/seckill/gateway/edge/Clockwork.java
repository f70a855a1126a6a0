package seckill.gateway.edge;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock of nanoseconds that a test turns. */
final class Clockwork implements LongSupplier {
  // Near the end of 32 bits of microseconds, and negative, as such clocks may be.
  private final AtomicLong nanos = new AtomicLong(-500_000_000);

  @Override
  public long getAsLong() {
    return nanos.get();
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  void passMicros(long micros) {
    nanos.addAndGet(micros * 1000);
  }
}
