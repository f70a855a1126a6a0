package seckill.gateway.gate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what each layer decides, as {@code seckill_gate_total{layer,outcome}}. Thread-safe; one
 * for all event loops of a process.
 */
public final class GateMeters {
  private static final String METER = "seckill.gate";
  private static final String PASSED = "PASSED";

  private final MeterRegistry registry;
  private final Map<String, Layer> layers = new LinkedHashMap<>();

  public GateMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** The counters of a layer. */
  public synchronized Layer of(String layer) {
    return layers.computeIfAbsent(layer, Layer::new);
  }

  /** All counts by layer, in the order of the layers, and by outcome. */
  public synchronized Map<String, Map<String, Long>> counts() {
    Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
    layers.forEach((name, layer) -> counts.put(name, layer.counts()));
    return counts;
  }

  /** The counters of one layer. */
  public final class Layer {
    private final String name;
    private final ConcurrentMap<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final LongAdder passed;

    private Layer(String name) {
      this.name = name;
      this.passed = counter(PASSED);
    }

    void passed() {
      passed.increment();
    }

    /** Counts a verdict under its label, of which there are few. */
    public void count(String label) {
      LongAdder counter = counters.get(label);
      (counter == null ? counter(label) : counter).increment();
    }

    private LongAdder counter(String label) {
      return counters.computeIfAbsent(label, this::register);
    }

    private LongAdder register(String label) {
      LongAdder counter = new LongAdder();
      // A gateway that is deployed again in the same process counts anew; without this the meter
      // would go on showing the counter of the one before.
      FunctionCounter former =
          registry.find(METER).tags("layer", name, "outcome", label).functionCounter();
      if (former != null) {
        registry.remove(former);
      }
      FunctionCounter.builder(METER, counter, LongAdder::sum)
          .description("visits that a layer of the gate decided about")
          .tag("layer", name)
          .tag("outcome", label)
          .register(registry);
      return counter;
    }

    private Map<String, Long> counts() {
      Map<String, Long> counts = new TreeMap<>();
      counters.forEach((label, counter) -> counts.put(label, counter.sum()));
      return counts;
    }
  }
}
