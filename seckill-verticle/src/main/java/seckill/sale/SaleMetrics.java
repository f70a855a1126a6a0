package seckill.sale;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.contract.Outcome;

/**
 * Counts purchases by outcome and by the layer of the gate that refused them, and times and sizes
 * the script calls.
 */
final class SaleMetrics {
  private final Map<Outcome, Counter> purchases = new EnumMap<>(Outcome.class);
  private final Map<Outcome, Counter> gate = new EnumMap<>(Outcome.class);
  private final Timer script;
  private final Counter failedCalls;
  private final DistributionSummary batch;

  SaleMetrics(MeterRegistry meters) {
    for (Outcome outcome : Outcome.values()) {
      purchases.put(
          outcome,
          Counter.builder("seckill_purchases").tag("outcome", outcome.name()).register(meters));
    }
    refusal(meters, "admission", Outcome.NOT_ADMITTED);
    refusal(meters, "reservation", Outcome.NOT_RESERVED);
    refusal(meters, "challenge-pass", Outcome.CHALLENGE_REQUIRED);
    refusal(meters, "challenge-pass", Outcome.CHALLENGE_INVALID);
    script = Timer.builder("seckill_script").tag("script", "purchase").register(meters);
    failedCalls = Counter.builder("seckill_script_failures").register(meters);
    batch = DistributionSummary.builder("seckill_batch_attempts").register(meters);
  }

  private void refusal(MeterRegistry meters, String layer, Outcome outcome) {
    gate.put(
        outcome,
        Counter.builder("seckill.gate")
            .tag("layer", layer)
            .tag("outcome", outcome.name())
            .register(meters));
  }

  void count(Outcome outcome) {
    purchases.get(outcome).increment();
    Counter refusal = gate.get(outcome);
    if (refusal != null) {
      refusal.increment();
    }
  }

  /** Times a script call with this many attempts. */
  <T> Future<T> timed(int attempts, Future<T> call) {
    long start = System.nanoTime();
    batch.record(attempts);
    return call.onComplete(
        done -> {
          script.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
          if (done.failed()) {
            failedCalls.increment();
          }
        });
  }
}
