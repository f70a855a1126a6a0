package seckill.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import seckill.runtime.clock.SharedClock;
import seckill.runtime.inbound.Facts;
import seckill.runtime.inbound.RefusalLogs;

/**
 * What a service's verticles are given besides their settings.
 *
 * @param meters where to count
 * @param health where to register readiness checks
 * @param clock the time
 * @param refusals where to tell what is refused or passed over
 */
public record ServiceContext(
    MeterRegistry meters, Health health, SharedClock clock, RefusalLogs refusals) {

  /** A context that tells of refusals as often as a process without settings of its own. */
  public ServiceContext(MeterRegistry meters, Health health, SharedClock clock) {
    this(meters, health, clock, new RefusalLogs(meters, RefusalLogs.USUAL_MILLIS));
  }

  /** With a clock that is right as it is. */
  public ServiceContext(MeterRegistry meters, Health health, Clock clock) {
    this(meters, health, SharedClock.showing(clock));
  }

  /** Listens to published facts. */
  public Facts facts() {
    return new Facts(refusals);
  }
}
