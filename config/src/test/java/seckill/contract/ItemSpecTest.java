package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemSpecTest {

  private static JsonObject json() {
    return new JsonObject()
        .put("itemId", "1001")
        .put("sku", "moutai-53-500")
        .put("name", "飞天茅台 53° 🍾")
        .put("priceCents", 149_900)
        .put("totalStock", 1000)
        .put("startAt", "2026-12-01T10:00:00+08:00")
        .put("endAt", "2026-12-01T03:00:00Z");
  }

  @Test
  @DisplayName(
      "an item is read with its name as it is and its times as instants, and written again")
  void roundTrips() {
    ItemSpec item = ItemSpec.fromJson(json());
    assertThat(item)
        .isEqualTo(
            new ItemSpec(
                1001,
                "moutai-53-500",
                "飞天茅台 53° 🍾",
                149_900,
                1000,
                Instant.parse("2026-12-01T02:00:00Z"),
                Instant.parse("2026-12-01T03:00:00Z")));
    assertThat(ItemSpec.fromJson(item.toJson())).isEqualTo(item);
    assertThat(ItemSpec.fromJson(new JsonObject(item.toJson().encode()))).isEqualTo(item);
  }

  @Test
  @DisplayName(
      "rules for unpaid orders are read, written again, and left to the settings if absent")
  void orderRules() {
    JsonObject rules = new JsonObject().put("payWithinSeconds", 0).put("maxLapses", 3);
    ItemSpec item = ItemSpec.fromJson(json().put("orders", rules));
    assertThat(item.orders()).isEqualTo(new OrderRules(0, 3));
    assertThat(ItemSpec.fromJson(item.toJson())).isEqualTo(item);
    assertThat(ItemSpec.fromJson(json().put("orders", new JsonObject())).orders())
        .isEqualTo(OrderRules.USUAL);
    assertThat(ItemSpec.fromJson(json()).toJson().containsKey("orders")).isFalse();
    assertThat(new OrderRules(null, 3).or(new OrderRules(900, 0)))
        .isEqualTo(new OrderRules(900, 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "900",
        "{\"payWithinSeconds\": -1}",
        "{\"payWithinSeconds\": 31536001}",
        "{\"payWithinSeconds\": 4294967296}",
        "{\"payWithinSeconds\": 1.5}",
        "{\"payWithinSeconds\": \"900\"}",
        "{\"maxLapses\": -1}",
        "{\"maxLapses\": 1001}",
        "{\"maxLapse\": 1}"
      })
  @DisplayName("rules for unpaid orders that mean nothing are refused")
  void refusesOrderRules(String rules) {
    JsonObject item = new JsonObject("{\"orders\": " + rules + "}").mergeIn(json());
    assertThatThrownBy(() -> ItemSpec.fromJson(item))
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isSameAs(Outcome.BAD_REQUEST));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "totalStock | null",
        "totalStock | -1",
        "totalStock | 10.5",
        "totalStock | 10.0",
        "totalStock | 1e3",
        "totalStock | \"10\"",
        "totalStock | true",
        "totalStock | [10]",
        "totalStock | 1000000001",
        "totalStock | 9223372036854775808",
        "totalStock | -9223372036854775809",
        "priceCents | null",
        "priceCents | -1",
        "priceCents | 14.99",
        "priceCents | \"1499\"",
        "priceCents | 1000000000001",
        "itemId | 1001",
        "itemId | \"01001\"",
        "itemId | null",
        "sku | null",
        "sku | \"\"",
        "sku | 5",
        "sku | \"a\\tb\"",
        "name | null",
        "name | \"\"",
        "name | {}",
        "name | \"\\ud83c\"",
        "startAt | null",
        "startAt | 1764554400000",
        "startAt | \"2026-12-01T10:00:00\"",
        "startAt | \"2026-12-01\"",
        "startAt | \"2026-12-01 10:00:00+08:00\"",
        "startAt | \"2026-12-01T10:00:00[Asia/Shanghai]\"",
        "startAt | \"2026-02-30T10:00:00Z\"",
        "startAt | \"2026-12-01T25:00:00Z\"",
        "startAt | \"tomorrow\"",
        "startAt | \"\"",
        "startAt | \"1999-12-31T23:59:59Z\"",
        "startAt | \"-999999999-01-01T00:00:00Z\"",
        "endAt | \"2026-12-01T02:00:00Z\"",
        "endAt | \"2026-12-01T02:00:00.000999Z\"",
        "endAt | \"2026-12-01T01:59:59Z\"",
        "endAt | \"9000-01-01T00:00:01Z\"",
        "endAt | \"+999999999-12-31T23:59:59Z\"",
        "endAt | \"2026-12-01T12:00:00\"",
        "totalstock | 5"
      })
  @DisplayName("a field of a wrong type, value or name is refused by its name")
  void refusesWrongFields(String field, String value) {
    JsonObject json = json().mergeIn(new JsonObject("{\"" + field + "\": " + value + "}"));
    assertThatThrownBy(() -> ItemSpec.fromJson(json))
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.BAD_REQUEST))
        .hasMessageContaining(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"itemId", "sku", "name", "priceCents", "totalStock", "startAt", "endAt"})
  @DisplayName("no field may be left out")
  void wantsAllFields(String field) {
    JsonObject json = json();
    json.remove(field);
    assertThatThrownBy(() -> ItemSpec.fromJson(json)).hasMessageContaining(field);
  }

  @Test
  @DisplayName("the limits themselves are allowed")
  void takesTheLimits() {
    ItemSpec item =
        ItemSpec.fromJson(
            json()
                .put("itemId", "9007199254740991")
                .put("totalStock", 1_000_000_000)
                .put("priceCents", 1_000_000_000_000L)
                .put("sku", "s".repeat(64))
                .put("name", "🍾".repeat(100))
                .put("startAt", "2000-01-01T00:00:00Z")
                .put("endAt", "9000-01-01T00:00:00Z"));
    assertThat(item.totalStock()).isEqualTo(1_000_000_000);
    assertThat(ItemSpec.fromJson(json().put("totalStock", 0)).totalStock()).isZero();
    IdsTest.assertBadRequest(() -> ItemSpec.fromJson(json().put("name", "🍾".repeat(100) + "x")));
  }

  private static Map<String, String> fields() {
    return new HashMap<>(
        Map.of(
            "order_id", "0190a3f0-0000-7000-8000-000000000000",
            "item_id", "1001",
            "user_id", "飞🍾 ",
            "price_cents", "149900",
            "purchased_at", "1764554400123",
            "reference", "cart"));
  }

  @Test
  @DisplayName("an order message is read from its stream entry, with or without a reference")
  void readsOrderMessages() {
    assertThat(OrderMessage.fromFields(fields()))
        .isEqualTo(
            new OrderMessage(
                "0190a3f0-0000-7000-8000-000000000000",
                1001,
                "飞🍾 ",
                149_900,
                1_764_554_400_123L,
                "cart"));
    Map<String, String> fields = fields();
    fields.remove("reference");
    assertThat(OrderMessage.fromFields(fields).reference()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "order_id, x, orderId",
    "order_id, , orderId",
    "item_id, 01, itemId",
    "item_id, , itemId",
    "user_id, , userId",
    "price_cents, -1, price_cents",
    "price_cents, 1.5, price_cents",
    "price_cents, 1e3, price_cents",
    "price_cents, , price_cents",
    "purchased_at, soon, purchased_at",
    "purchased_at, 99999999999999999999, purchased_at",
    "purchased_at, , purchased_at"
  })
  @DisplayName("an order message with a field missing or wrong is refused by its name")
  void refusesOrderMessages(String field, String value, String named) {
    Map<String, String> fields = fields();
    if (value == null) {
      fields.remove(field);
    } else {
      fields.put(field, value);
    }
    assertThatThrownBy(() -> OrderMessage.fromFields(fields))
        .isInstanceOf(SeckillException.class)
        .hasMessageContaining(named);
  }
}
