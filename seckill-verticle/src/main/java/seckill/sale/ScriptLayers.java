package seckill.sale;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;

/**
 * Counts what the layers of the gate inside the purchase script decide, as {@code
 * seckill_gate_total{layer,outcome}}: whoever is refused by one has passed those before it. Holders
 * of a unit and closed items are answered before the first of them.
 */
final class ScriptLayers {
  private static final String PASSED = "PASSED";

  /** In the order of the script. */
  private static final List<Layer> ORDER =
      List.of(
          new Layer("lapses", Outcome.LAPSE_LIMIT),
          new Layer("reservation", Outcome.NOT_RESERVED),
          new Layer("admission", Outcome.NOT_ADMITTED),
          new Layer("stock", Outcome.SOLD_OUT, Outcome.BUSY),
          new Layer("challenge-pass", Outcome.CHALLENGE_REQUIRED, Outcome.CHALLENGE_INVALID));

  private final Map<Outcome, Counter[]> counted = new EnumMap<>(Outcome.class);

  private record Layer(String name, Outcome... refusals) {}

  ScriptLayers(MeterRegistry meters) {
    Counter[] passes = new Counter[ORDER.size()];
    for (int i = 0; i < passes.length; i++) {
      Layer layer = ORDER.get(i);
      for (Outcome refusal : layer.refusals()) {
        Counter[] path = new Counter[i + 1];
        System.arraycopy(passes, 0, path, 0, i);
        path[i] = counter(meters, layer, refusal.name());
        counted.put(refusal, path);
      }
      passes[i] = counter(meters, layer, PASSED);
    }
    counted.put(Outcome.ACCEPTED, passes);
  }

  private static Counter counter(MeterRegistry meters, Layer layer, String outcome) {
    return Counter.builder("seckill.gate")
        .tag("layer", layer.name())
        .tag("outcome", outcome)
        .register(meters);
  }

  void count(PurchaseResult result) {
    Counter[] path = counted.get(result.outcome());
    if (path != null && !isHolders(result)) {
      for (Counter counter : path) {
        counter.increment();
      }
    }
  }

  private static boolean isHolders(PurchaseResult result) {
    return result.replayed() || result.orderId() != null && result.outcome() != Outcome.ACCEPTED;
  }
}
