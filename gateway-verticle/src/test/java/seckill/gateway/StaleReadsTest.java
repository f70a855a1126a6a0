package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.SeckillException;
import seckill.testkit.TestVertx;

/** What can be read while the till or its store is away. */
class StaleReadsTest extends GateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int AWAY = SeckillException.storeAway("").failureCode();

  @Override
  Map<String, String> environment() {
    return Map.of(
        "SECKILL_BREAKER_OPEN_MILLIS", "60000",
        "SECKILL_HTTP_READ_CACHE_MILLIS", "50",
        "SECKILL_HTTP_PATIENCE_MILLIS", "1000");
  }

  private boolean isOpen() {
    return gate.meters.get("seckill.breaker.state").gauge().value() == 2;
  }

  @Test
  @DisplayName("health shows the breaker by its name, the gateway stays ready, and reads go on")
  void theRestGoesOn() {
    JsonArray items =
        new JsonArray()
            .add(
                new JsonObject()
                    .put("itemId", ITEM)
                    .put("startAt", "2026-12-01T10:00:00Z")
                    .put("endAt", "2026-12-01T11:00:00Z"));
    till.answer(Addresses.ITEM_LIST, () -> new JsonObject().put("items", items));
    till.answer(Addresses.ITEM_STOCK, () -> new JsonObject().put("itemId", ITEM).put("stock", 7));
    List<String> pages = List.of("/api/items", "/api/items/1001", "/api/items/1001/stock");
    pages.forEach(page -> assertThat(gate.get(page, null).json().containsKey("stale")).isFalse());
    till.fail(Addresses.PURCHASE_BATCH, AWAY, "Redis is away");
    await().atMost(PATIENCE).until(() -> gate.buy("u0", ITEM).status() == 503 && isOpen());
    JsonObject health = TestVertx.await(gate.health.ready());
    assertThat(health.getString("status")).isEqualTo("UP");
    assertThat(health.getJsonObject("checks").getString("breaker")).startsWith("WARN: ");

    till.silence(Addresses.ITEM_LIST);
    till.silence(Addresses.ITEM_STOCK);

    for (String page : pages) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                Reply reply = gate.get(page, null);
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.json().getBoolean("stale")).isTrue();
                assertThat(reply.json().getString("asOf")).endsWith("Z");
              });
    }
    assertThat(gate.get("/api/time", null).status()).isEqualTo(200);
    assertThat(TestVertx.await(gate.health.ready()).getString("status")).isEqualTo("DOWN");
  }

  @ParameterizedTest
  @CsvSource({"en, Please", "zh, 请"})
  @DisplayName("a fault behind a read is told in the reader's language, and tells nothing else")
  void isDiscreet(String language, String word) {
    String inside = "Connection refused: redis.internal/10.0.0.7:6379";
    till.fail(Addresses.ITEM_LIST, AWAY, inside);
    till.fail(Addresses.ITEM_STOCK, AWAY, inside);
    till.fail(Addresses.PURCHASE_MINE, AWAY, inside);
    for (String path :
        List.of("/api/items", "/api/items/1001/stock", "/api/items/1001/purchases/mine")) {
      Reply reply =
          gate.send(gate.request(path, TestTokens.of("u1")).header("Accept-Language", language))
              .join();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.code()).isEqualTo("DEGRADED");
      assertThat(reply.json().getString("detail")).contains(word);
      assertThat(reply.body()).doesNotContain("refused", "10.0.0.7", "edis");
    }
  }
}
