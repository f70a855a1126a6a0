package seckill.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.testkit.TestVertx;

class HealthTest {
  private final Health health = new Health();

  private Map<String, Object> ready() {
    JsonObject result = TestVertx.await(health.ready(200));
    assertThat(result.getString("status"))
        .isEqualTo(
            result.getJsonObject("checks").getMap().values().stream()
                    .allMatch(value -> "UP".equals(value) || value.toString().startsWith("WARN: "))
                ? "UP"
                : "DOWN");
    return result.getJsonObject("checks").getMap();
  }

  @Test
  @DisplayName("a name is up when all that registered it are, and says why it is not")
  void joinsChecksOfOneName() {
    health.register("redis", Future::succeededFuture);
    Runnable bad = health.register("redis", () -> Future.failedFuture("gone"));
    health.register("redis", Future::succeededFuture);
    health.register("mysql", Future::succeededFuture);
    assertThat(ready()).containsOnly(Map.entry("redis", "DOWN: gone"), Map.entry("mysql", "UP"));
    bad.run();
    assertThat(ready()).containsOnly(Map.entry("redis", "UP"), Map.entry("mysql", "UP"));
  }

  @Test
  @DisplayName("a check that throws, gives no future, has no message or hangs is down by its name")
  void survivesBadChecks() {
    health.register(
        "throws",
        () -> {
          throw new IllegalStateException("thrown");
        });
    health.register("nothing", () -> null);
    health.register("silent", () -> Future.failedFuture(new RuntimeException()));
    health.register("hangs", () -> Promise.promise().future());
    health.register("good", Future::succeededFuture);
    assertThat(ready())
        .hasSize(5)
        .containsEntry("throws", "DOWN: thrown")
        .containsEntry("silent", "DOWN: java.lang.RuntimeException")
        .containsEntry("good", "UP");
    assertThat(ready().get("nothing").toString()).startsWith("DOWN: ");
    assertThat(ready().get("hangs").toString()).startsWith("DOWN: Timeout");
  }

  @Test
  @DisplayName("a process that starts or stops is not ready, without any check at all it is")
  void holdsAndDrains() {
    assertThat(ready()).isEmpty();
    Runnable started = health.hold("start", "still starting");
    assertThat(ready()).containsOnly(Map.entry("start", "DOWN: still starting"));
    started.run();
    assertThat(ready()).isEmpty();
    health.drain("the process stops");
    assertThat(ready()).containsOnly(Map.entry("stopping", "the process stops"));
  }

  @Test
  @DisplayName("a warning is shown by its name and leaves readiness on")
  void warns() {
    health.register("redis", Future::succeededFuture);
    Runnable remove = health.warn("dead-letters", () -> Future.failedFuture("3 of them"));
    health.warn("clock", Future::succeededFuture);
    assertThat(TestVertx.await(health.ready()).getString("status")).isEqualTo("UP");
    assertThat(ready())
        .containsOnly(
            Map.entry("redis", "UP"),
            Map.entry("clock", "UP"),
            Map.entry("dead-letters", "WARN: 3 of them"));
    remove.run();
    assertThat(ready()).doesNotContainKey("dead-letters");
  }
}
