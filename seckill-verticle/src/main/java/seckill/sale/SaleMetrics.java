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
import seckill.contract.PurchaseResult;

/**
 * Counts purchases by outcome and by the layers of the gate they passed, and times and sizes the
 * script calls.
 */
final class SaleMetrics {
  private final Map<Outcome, Counter> purchases = new EnumMap<>(Outcome.class);
  private final ScriptLayers layers;
  private final Timer script;
  private final Counter failedCalls;
  private final DistributionSummary batch;

  SaleMetrics(MeterRegistry meters) {
    for (Outcome outcome : Outcome.values()) {
      purchases.put(
          outcome,
          Counter.builder("seckill_purchases")
              .description("purchases that the till decided, by outcome")
              .tag("outcome", outcome.name())
              .register(meters));
    }
    layers = new ScriptLayers(meters);
    script =
        Timer.builder("seckill_script")
            .description("from a script call to its reply")
            .tag("script", "purchase")
            .register(meters);
    failedCalls =
        Counter.builder("seckill_script_failures")
            .description("script calls without a reply that can be used")
            .register(meters);
    batch =
        DistributionSummary.builder("seckill_batch_attempts")
            .description("attempts per script call")
            .register(meters);
  }

  void count(PurchaseResult result) {
    purchases.get(result.outcome()).increment();
    layers.count(result);
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
