package seckill.gateway.challenge;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** Counts what becomes of challenges, as {@code seckill_gateway_challenges_total{event}}. */
final class ChallengeMeters {
  private final Map<Event, Counter> counters = new EnumMap<>(Event.class);
  private final MeterRegistry registry;

  /** What can become of a challenge. */
  enum Event {
    /** A buyer got one. */
    ASKED,
    /** A buyer got none: no picture, or too much under way. */
    OVER_CAPACITY,
    /** A buyer got none: too soon after the last one, before the start, or after the end. */
    NOT_GIVEN,
    /** The right answer. */
    PASSED,
    /** A wrong answer. */
    WRONG,
    /** An answer sooner than a human's. */
    TOO_FAST,
    /** An answer to a challenge whose tries are used up. */
    USED_UP,
    /** An answer to a challenge that is expired, solved before, or not this buyer's. */
    UNKNOWN
  }

  ChallengeMeters(MeterRegistry registry) {
    this.registry = registry;
    for (Event event : Event.values()) {
      counters.put(
          event,
          Counter.builder("seckill.gateway.challenges")
              .description("challenges asked and answered, by what became of them")
              .tag("event", event.name().toLowerCase(Locale.ROOT).replace('_', '-'))
              .register(registry));
    }
  }

  void count(Event event) {
    counters.get(event).increment();
  }

  void watch(Supplier<Number> picturesReady) {
    Gauge.builder("seckill.gateway.challenge.pictures", picturesReady)
        .description("pictures drawn in advance")
        .strongReference(true)
        .register(registry);
  }
}
