package seckill.runtime;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * What the operator's board shows of a process' metrics: read from the registry that Prometheus
 * reads, so that both tell the same.
 */
final class Figures {
  /** What is counted, and the tags that tell one count from another. */
  private record Counted(String meter, String as, List<String> tags) {}

  private static final List<Counted> COUNTED =
      List.of(
          new Counted("seckill.gate", "gate", List.of("layer", "outcome")),
          new Counted("seckill.gateway.purchases", "answered", List.of("outcome")),
          new Counted("seckill_purchases", "decided", List.of("outcome")),
          new Counted("seckill_orders_landed", "landed", List.of()),
          new Counted("seckill_dead_letters", "dead", List.of("reason")));

  private static final String LATENCY = "seckill.gateway.purchase.latency";
  private static final Map<String, String> MEASURED =
      Map.of("seckill_orders_backlog", "backlog", "seckill_orders_oldest_age_seconds", "oldest");

  private final MeterRegistry meters;

  Figures(MeterRegistry meters) {
    this.meters = meters;
  }

  /**
   * All counts so far, each under its name and its tags, like {@code gate/bucket/PASSED}. Purchases
   * by how long they took are {@code latency/25} for those of at most 25 ms and {@code
   * latency/Infinity} for all. What never happened is left out.
   */
  JsonObject counts() {
    JsonObject counts = new JsonObject();
    for (Counted counted : COUNTED) {
      for (Meter meter : meters.find(counted.meter()).meters()) {
        put(counts, name(counted, meter), value(meter));
      }
    }
    Timer latency = meters.find(LATENCY).timer();
    if (latency != null) {
      for (CountAtBucket bucket : latency.takeSnapshot().histogramCounts()) {
        put(counts, "latency/" + (long) bucket.bucket(TimeUnit.MILLISECONDS), bucket.count());
      }
      put(counts, "latency/Infinity", latency.count());
    }
    return counts;
  }

  private static String name(Counted counted, Meter meter) {
    StringJoiner name = new StringJoiner("/").add(counted.as());
    counted.tags().forEach(tag -> name.add(String.valueOf(meter.getId().getTag(tag))));
    return name.toString();
  }

  private static double value(Meter meter) {
    return meter.measure().iterator().next().getValue();
  }

  private static void put(JsonObject counts, String name, double value) {
    if (value > 0) {
      // Two meters may share a name, such as a layer that two services count.
      counts.put(name, counts.getLong(name, 0L) + (long) value);
    }
  }

  /** What is measured at this moment: {@code {backlog?, oldest?}}, orders and seconds. */
  JsonObject gauges() {
    JsonObject gauges = new JsonObject();
    MEASURED.forEach(
        (meter, as) -> {
          Gauge gauge = meters.find(meter).gauge();
          if (gauge != null && Double.isFinite(gauge.value())) {
            gauges.put(as, gauge.value());
          }
        });
    return gauges;
  }
}
