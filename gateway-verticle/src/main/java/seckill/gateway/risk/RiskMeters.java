package seckill.gateway.risk;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.LongAdder;

/** Counts verdicts by rule, as {@code seckill_gate_risk_total{rule,verdict}}. Thread-safe. */
final class RiskMeters {
  private final LongAdder[][] counters = new LongAdder[RiskRule.ALL.length][RiskVerdict.ALL.length];

  RiskMeters(MeterRegistry registry) {
    for (RiskRule rule : RiskRule.ALL) {
      for (RiskVerdict verdict : RiskVerdict.ALL) {
        LongAdder counter = new LongAdder();
        counters[rule.ordinal()][verdict.ordinal()] = counter;
        FunctionCounter.builder("seckill.gate.risk", counter, LongAdder::sum)
            .description("purchases that a risk rule pointed at")
            .tag("rule", rule.setting())
            .tag("verdict", verdict.name())
            .register(registry);
      }
    }
  }

  void count(RiskRule rule, RiskVerdict verdict) {
    counters[rule.ordinal()][verdict.ordinal()].increment();
  }

  JsonObject countsOf(RiskRule rule) {
    JsonObject counts = new JsonObject();
    for (RiskVerdict verdict : RiskVerdict.ALL) {
      counts.put(verdict.name(), counters[rule.ordinal()][verdict.ordinal()].sum());
    }
    return counts;
  }
}
