package seckill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import seckill.testkit.MySqlExtension;
import seckill.testkit.RedisExtension;
import seckill.testkit.TestMySql;
import seckill.testkit.TestRedis;
import seckill.testkit.TestVertx;

/** Settings of the gate that an operator changes at one of two gateways. */
@ExtendWith({RedisExtension.class, MySqlExtension.class})
class GateSettingsIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private SaleFixture sale;

  @BeforeEach
  void open(TestRedis redis, TestMySql mysql) {
    sale =
        SaleFixture.inThisJvm(
            redis,
            mysql,
            Map.of("SECKILL_WINDOW_ENABLED", "false", "SECKILL_ADDRESS_LIMIT_ENABLED", "false"));
  }

  @AfterEach
  void close() {
    sale.close();
  }

  private int change(HttpMethod method, String layer, JsonObject settings) {
    return SaleFixture.wait(sale.gateway(0).admin(method, "/admin/gate/" + layer, settings))
        .status();
  }

  // No such item: whoever passes the gate hears NOT_FOUND.
  private int buyAt(int gateway) {
    return TestVertx.await(sale.gateway(gateway).buy("1", sale.token("u1"), null)).status();
  }

  private void awaitEverywhere(int status) {
    for (int gateway = 0; gateway < 2; gateway++) {
      int which = gateway;
      await().atMost(LIMIT).until(() -> buyAt(which) == status);
    }
  }

  @Test
  @DisplayName("a change holds at every gateway, outlives restarts, and is taken back everywhere")
  void changesHoldEverywhere() {
    awaitEverywhere(404);
    assertThat(change(HttpMethod.PUT, "bucket", new JsonObject().put("perSecond", 0)))
        .isEqualTo(200);
    assertThat(buyAt(0)).isEqualTo(429);
    awaitEverywhere(429);

    sale.services().stop("gateway-2");
    sale.services().stop("seckill");
    sale.services().start("seckill");
    sale.services().start("gateway-2");
    // From its first request on.
    assertThat(buyAt(1)).isEqualTo(429);

    assertThat(change(HttpMethod.DELETE, "bucket", null)).isEqualTo(200);
    awaitEverywhere(404);
  }
}
