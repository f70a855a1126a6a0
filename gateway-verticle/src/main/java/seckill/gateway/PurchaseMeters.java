package seckill.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import seckill.contract.Outcome;

/** Counts purchases; every meter is made beforehand, so that a purchase looks none up. */
final class PurchaseMeters {
  private static final Duration[] LATENCY_BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5)
  };

  private final Counter[] outcomes = new Counter[Outcome.values().length];
  private final Counter boardAnswers;
  private final Counter boardProbes;
  private final Timer latency;
  private final DistributionSummary batchSize;

  PurchaseMeters(MeterRegistry meters) {
    for (Outcome outcome : Outcome.values()) {
      outcomes[outcome.ordinal()] =
          Counter.builder("seckill.gateway.purchases")
              .description("purchases answered, by outcome")
              .tag("outcome", outcome.name())
              .register(meters);
    }
    boardAnswers =
        Counter.builder("seckill.gateway.board.answers")
            .description("requests answered SOLD_OUT without asking the till")
            .register(meters);
    boardProbes =
        Counter.builder("seckill.gateway.board.probes")
            .description("requests for sold-out items let through to look for new stock")
            .register(meters);
    latency =
        Timer.builder("seckill.gateway.purchase.latency")
            .description("from a purchase that passed the checks to its answer")
            .serviceLevelObjectives(LATENCY_BUCKETS)
            .register(meters);
    batchSize =
        DistributionSummary.builder("seckill.gateway.batch.size")
            .description("attempts per message to the till")
            .register(meters);
  }

  void answered(Outcome outcome, long nanos) {
    latency.record(nanos, TimeUnit.NANOSECONDS);
    refused(outcome);
  }

  /** Counts an answer given before the purchase passed the checks. */
  void refused(Outcome outcome) {
    outcomes[outcome.ordinal()].increment();
  }

  void boardAnswered() {
    boardAnswers.increment();
  }

  void boardProbed() {
    boardProbes.increment();
  }

  void batchSent(int size) {
    batchSize.record(size);
  }
}
