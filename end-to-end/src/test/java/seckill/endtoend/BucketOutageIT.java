package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.standalone.process.LocalSale;
import seckill.standalone.process.Node;
import seckill.standalone.process.Ports;
import seckill.testkit.MySqlExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;

/** The shared bucket when its Redis dies and comes back. */
@ExtendWith(MySqlExtension.class)
class BucketOutageIT {
  private static final int FALLBACK = 50;
  private static final int CROWD = 2_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private TestRedis redis;
  private SaleFixture sale;

  @BeforeEach
  void open(TestMySql mysql) {
    redis = TestRedis.dedicated();
    Node.Base base = new Node.Base(redis.url(), mysql.url(), "127.0.0.1");
    Map<String, String> environment =
        Map.of(
            "SECKILL_BUCKET_FALLBACK_PER_SECOND",
            Integer.toString(FALLBACK),
            "SECKILL_ADDRESS_LIMIT_ENABLED",
            "false");
    sale = SaleFixture.of(LocalSale.start(Node.plan(base, List.of(Ports.free()), environment)));
  }

  @AfterEach
  void close() {
    sale.close();
    redis.close();
  }

  private long counted(String outcome) {
    JsonObject gate =
        SaleFixture.wait(sale.gateway(0).admin(HttpMethod.GET, "/admin/gate", null)).body();
    return gate.getJsonArray("layers").stream()
        .map(JsonObject.class::cast)
        .filter(layer -> layer.getString("layer").equals("bucket"))
        .mapToLong(layer -> layer.getJsonObject("counts").getLong(outcome, 0L))
        .sum();
  }

  private void buy() {
    sale.buy(1, "u1");
  }

  @Test
  @DisplayName(
      "without Redis one gateway lets its own small rate pass, and the shared one comes back")
  void fallsBackAndComesBack() {
    buy();
    assertThat(counted("PASSED")).isPositive();
    redis.kill();
    long begin = System.nanoTime();
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              buy();
              return counted("FALLBACK") > 0;
            });
    // All at once, which is faster than the rate on any machine.
    sale.rush(1, Collections.nCopies(CROWD, "u1"));
    double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
    // One more, and those whom the tolerance of a chunk lets come early.
    assertThat((double) counted("FALLBACK")).isLessThanOrEqualTo(FALLBACK * seconds + 2);
    assertThat(counted("RATE_LIMITED")).isPositive();

    redis.restart();
    long before = counted("PASSED");
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              buy();
              return counted("PASSED") > before;
            });
  }
}
