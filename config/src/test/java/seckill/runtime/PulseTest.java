package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.ManagementSettings;
import seckill.contract.Addresses;

@ExtendWith(VertxExtension.class)
class PulseTest {
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Health health = new Health();

  private static ManagementSettings every(long millis) {
    return new ManagementSettings("127.0.0.1", 0, 0, 1000, millis, 1000, 1000, 1000);
  }

  private Pulse pulse(Vertx vertx, long millis) {
    ServiceContext context = new ServiceContext(meters, health, Clock.systemUTC());
    return new Pulse(vertx, "10.0.0.1:7800", List.of("gateway"), context, every(millis)).start();
  }

  @Test
  @DisplayName("a process tells again and again who it is, how it is and what its meters say")
  void tells(Vertx vertx) throws InterruptedException {
    Counter.builder("seckill.gate")
        .tag("layer", "bucket")
        .tag("outcome", "PASSED")
        .register(meters)
        .increment(3);
    Timer latency =
        Timer.builder("seckill.gateway.purchase.latency")
            .serviceLevelObjectives(Duration.ofMillis(5), Duration.ofMillis(10))
            .register(meters);
    latency.record(Duration.ofMillis(2));
    latency.record(Duration.ofMillis(7));
    latency.record(Duration.ofMillis(70));
    Gauge.builder("seckill_orders_backlog", () -> 4).register(meters);
    Gauge.builder("seckill_orders_oldest_age_seconds", () -> Double.NaN).register(meters);
    health.register("redis", () -> Future.failedFuture("away"));
    BlockingQueue<JsonObject> heard = new LinkedBlockingQueue<>();
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_PULSE, pulse -> heard.add(pulse.body()));

    Pulse pulse = pulse(vertx, 20);

    JsonObject first = heard.poll(10, TimeUnit.SECONDS);
    assertThat(first.getString("node")).isEqualTo("10.0.0.1:7800");
    assertThat(first.getJsonArray("services")).isEqualTo(new JsonArray().add("gateway"));
    assertThat(first.getJsonObject("health").getString("status")).isEqualTo("DOWN");
    assertThat(first.getJsonObject("counts"))
        .isEqualTo(
            new JsonObject()
                .put("gate/bucket/PASSED", 3L)
                .put("latency/5", 1L)
                .put("latency/10", 2L)
                .put("latency/Infinity", 3L));
    assertThat(first.getJsonObject("gauges")).isEqualTo(new JsonObject().put("backlog", 4.0));
    assertThat(heard.poll(10, TimeUnit.SECONDS).getString("startedAt"))
        .as("the same start with each beat")
        .isEqualTo(first.getString("startedAt"));
    pulse.stop();
  }

  @Test
  @DisplayName("with 0 a process says nothing")
  void saysNothing(Vertx vertx) throws InterruptedException {
    BlockingQueue<JsonObject> heard = new LinkedBlockingQueue<>();
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_PULSE, pulse -> heard.add(pulse.body()));
    pulse(vertx, 0);
    assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).isNull();
  }
}
