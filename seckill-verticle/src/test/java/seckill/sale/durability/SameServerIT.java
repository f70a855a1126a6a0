package seckill.sale.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.config.RedisSettings;
import seckill.config.SettingsLoader;
import seckill.runtime.RedisLink;
import seckill.runtime.RedisServer;
import seckill.runtime.RedisStores;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Two connections of one till, which need not lead to one server. */
@ExtendWith(VertxExtension.class)
class SameServerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestRedis redis =
      TestRedis.dedicated("--appendonly", "yes", "--appendfsync", "always", "--save", "");

  @AfterEach
  void close() {
    redis.close();
  }

  @Test
  @DisplayName("what another server, or another life of this one, has answered is never safe")
  void isAboutOneServer(Vertx vertx) {
    JsonObject document =
        new SettingsLoader("seckill")
            .load(
                new JsonObject()
                    .put("redis", new JsonObject().put("url", redis.url()).put("configMillis", 100))
                    .put("durability", new JsonObject().put("level", "disk").put("lookMillis", 50)),
                Map.of());
    RedisSettings settings = RedisSettings.of(document);
    RedisLink selling = new RedisLink(vertx, settings, "selling");
    TestVertx.await(selling.connect());
    AtomicReference<RedisServer> seller = new AtomicReference<>(selling.server());
    Durability durability =
        new Durability(
            vertx,
            RedisStores.main(vertx, settings),
            settings,
            DurabilitySettings.of(document),
            seller::get,
            new SimpleMeterRegistry());
    TestVertx.await(durability.start());
    assertThat(TestVertx.await(durability.holds(1))).isTrue();

    // An hour without replicas changes this, and says nothing of the data.
    RedisServer own = seller.get();
    seller.set(new RedisServer(own.runId(), "f".repeat(40), own.role()));
    assertThat(TestVertx.await(durability.holds(1))).isTrue();
    seller.set(new RedisServer("f".repeat(40), own.replicationId(), own.role()));
    assertThat(TestVertx.await(durability.holds(1))).isFalse();
    seller.set(null);
    assertThat(TestVertx.await(durability.holds(1))).isFalse();

    seller.set(own);
    redis.kill();
    redis.restart();
    await()
        .atMost(PATIENCE)
        .until(() -> selling.isUp() && !selling.server().runId().equals(own.runId()));
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              seller.set(selling.server());
              return TestVertx.await(durability.holds(1));
            });
    // An answer of before the crash.
    seller.set(own);
    assertThat(TestVertx.await(durability.holds(1))).isFalse();
    TestVertx.await(durability.close());
    TestVertx.await(selling.close());
  }
}
