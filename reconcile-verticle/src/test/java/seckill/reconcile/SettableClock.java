package seckill.reconcile;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves by hand. */
final class SettableClock extends Clock {
  private volatile Instant now;

  SettableClock(String now) {
    set(now);
  }

  void set(String instant) {
    now = Instant.parse(instant);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
