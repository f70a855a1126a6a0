package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.testkit.MovingClock;
import seckill.testkit.TestVertx;

class ItemsTest extends GateTest {
  private static final String NAME = "飞天茅台 🍶 500ml \"53°\"";
  private final MovingClock clock = new MovingClock(Instant.parse("2026-12-01T00:00:00Z"));
  private volatile String status = "OPEN";

  @Override
  Clock clock() {
    return clock;
  }

  @Override
  Map<String, String> environment() {
    return Map.of("SECKILL_HTTP_READ_CACHE_MILLIS", "60000");
  }

  @BeforeEach
  void listItems() {
    till.answer(
        Addresses.ITEM_LIST, () -> new JsonObject().put("items", new JsonArray().add(item())));
    till.answer(
        Addresses.ITEM_STOCK,
        () -> new JsonObject().put("itemId", ITEM).put("stock", 7).put("status", "OPEN"));
  }

  private JsonObject item() {
    return new JsonObject()
        .put("itemId", ITEM)
        .put("sku", "MT-500")
        .put("name", NAME)
        .put("priceCents", 149900)
        .put("totalStock", 1000)
        .put("startAt", "2026-12-01T10:00:00Z")
        .put("endAt", "2026-12-01T11:00:00Z")
        .put("status", status);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "2026-12-01T09:59:59.999Z, OPEN, UPCOMING",
    "2026-12-01T10:00:00Z, OPEN, OPEN",
    "2026-12-01T10:59:59.999Z, OPEN, OPEN",
    "2026-12-01T11:00:00Z, OPEN, ENDED",
    "2026-12-01T10:30:00Z, PAUSED, PAUSED",
    "2026-12-01T09:00:00Z, PAUSED, PAUSED",
    "2026-12-01T12:00:00Z, PAUSED, ENDED"
  })
  @DisplayName("an item's state follows from its window, its status and the time")
  void tellsTheState(String now, String itemStatus, String state) {
    clock.set(Instant.parse(now));
    status = itemStatus;

    Reply reply = gate.get("/api/items/1001", null);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("state")).isEqualTo(state);
    assertThat(reply.json().containsKey("status")).isFalse();
    assertThat(gate.get("/api/items", null).json().getJsonArray("items").getJsonObject(0))
        .isEqualTo(reply.json());
  }

  @Test
  @DisplayName("names of any script survive, and ids are strings")
  void keepsNames() {
    JsonObject item = gate.get("/api/items/1001", null).json();

    assertThat(item.getString("name")).isEqualTo(NAME);
    assertThat(item.getValue("itemId")).isEqualTo(ITEM);
    assertThat(item.getValue("priceCents")).isEqualTo(149900);
  }

  @Test
  @DisplayName("an unknown item is 404, an id that is none is 400")
  void tellsUnknownItems() {
    assertThat(gate.get("/api/items/4711", null).status()).isEqualTo(404);
    assertThat(gate.get("/api/items/01001", null).status()).isEqualTo(400);
    till.fail(Addresses.ITEM_STOCK, Outcome.NOT_FOUND, "not preheated");
    assertThat(gate.get("/api/items/1001/stock", null).status()).isEqualTo(404);
    assertThat(gate.get("/api/items/x/stock", null).status()).isEqualTo(400);
  }

  @Test
  @DisplayName("many readers at once cost the till one question")
  void asksOnceForMany() {
    Stream.generate(() -> gate.send(gate.request("/api/items/1001/stock", null)))
        .limit(50)
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .forEach(reply -> assertThat(reply.json().getInteger("stock")).isEqualTo(7));

    assertThat(till.requests).hasSize(1);
  }

  @Test
  @DisplayName("news about an item is seen at once, whatever is remembered")
  void forgetsOnNews() {
    assertThat(gate.get("/api/items", null).json().getJsonArray("items")).hasSize(1);
    till.answer(Addresses.ITEM_LIST, () -> new JsonObject().put("items", new JsonArray()));
    assertThat(gate.get("/api/items", null).json().getJsonArray("items")).hasSize(1);

    vertx.eventBus().publish(Addresses.EVENT_PREHEATED, new JsonObject().put("itemId", ITEM));

    await().until(() -> gate.get("/api/items", null).json().getJsonArray("items").isEmpty());
  }

  @Test
  @DisplayName("without a till, items are 503 and the gateway is not ready")
  void needsTheTill() {
    assertThat(TestVertx.await(gate.health.ready()).getString("status")).isEqualTo("UP");
    till.leave();
    TestGate lonely = new TestGate(vertx);

    Reply reply = lonely.get("/api/items", null);

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("DEGRADED");
    assertThat(TestVertx.await(lonely.health.ready()).getString("status")).isEqualTo("DOWN");
  }

  @Test
  @DisplayName("the time is the server's and is never cached")
  void tellsTheTime() {
    Reply reply = gate.get("/api/time", null);

    assertThat(reply.json().getString("now")).isEqualTo("2026-12-01T00:00:00Z");
    assertThat(reply.json().getLong("epochMillis")).isEqualTo(clock.millis());
    assertThat(reply.header("Cache-Control")).asInstanceOf(STRING).contains("no-store");
  }

  @Test
  @DisplayName("items and stock may be kept by everybody for a second, their errors by nobody")
  void saysWhoMayKeepWhat() {
    assertThat(gate.get("/api/items", null).header("Cache-Control")).isEqualTo("public, max-age=1");
    assertThat(gate.get("/api/items/1001/stock", null).header("Cache-Control"))
        .isEqualTo("public, max-age=1");
    assertThat(gate.get("/api/items/4711", null).header("Cache-Control"))
        .isEqualTo("private, no-store");
  }
}
