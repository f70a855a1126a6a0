package seckill.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import seckill.runtime.clock.SharedClock;

/**
 * What a service's verticles are given besides their settings.
 *
 * @param meters where to count
 * @param health where to register readiness checks
 * @param clock the time
 */
public record ServiceContext(MeterRegistry meters, Health health, SharedClock clock) {
  /** With a clock that is right as it is. */
  public ServiceContext(MeterRegistry meters, Health health, Clock clock) {
    this(meters, health, SharedClock.showing(clock));
  }
}
