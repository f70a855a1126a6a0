package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PurchaseAttemptTest {
  private static final String ORDER_ID = "0190a3f0-0000-7000-8000-000000000000";

  private static JsonObject json() {
    return new JsonObject().put("itemId", "1001").put("userId", "u1").put("orderId", ORDER_ID);
  }

  @Test
  @DisplayName("what a client leaves out has its plain value")
  void readsTheShortForm() {
    assertThat(PurchaseAttempt.fromJson(json(), 7))
        .isEqualTo(new PurchaseAttempt(1001, "u1", ORDER_ID, "", "", Long.MAX_VALUE));
  }

  @Test
  @DisplayName("all fields are read")
  void readsTheLongForm() {
    JsonObject json =
        json()
            .put("idempotencyKey", "press-1")
            .put("reference", "cart 🛒")
            .put("quantity", 1)
            .put("timeLeftMillis", 5L);
    PurchaseAttempt attempt = PurchaseAttempt.fromJson(json, 7);
    assertThat(attempt.reference()).isEqualTo("cart 🛒");
    assertThat(attempt.endNanos()).isEqualTo(5_000_007);
    assertThat(attempt.fingerprint()).isEqualTo(Idempotency.fingerprint("press-1", "cart 🛒"));
    assertThat(PurchaseAttempt.fromJson(json().put("quantity", 1L), 7)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "2",
        "-1",
        "1.0",
        "1.5",
        "1e0",
        "\"1\"",
        "\"\"",
        "true",
        "[1]",
        "{}",
        "4294967297",
        "18446744073709551617",
        "[]"
      })
  @DisplayName("a quantity other than the integer 1 is refused")
  void refusesOtherQuantities(String quantity) {
    JsonObject json = new JsonObject("{\"quantity\": " + quantity + "}").mergeIn(json());
    assertThatThrownBy(() -> PurchaseAttempt.fromJson(json, 7))
        .isInstanceOf(SeckillException.class)
        .hasMessageContaining("quantity");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "itemId | 1001",
        "itemId | null",
        "itemId | \"01001\"",
        "userId | 1",
        "userId | \"\"",
        "userId | null",
        "userId | {}",
        "orderId | \"x\"",
        "orderId | null",
        "orderId | 7",
        "reference | 5",
        "reference | \"\"",
        "reference | \"a\\nb\"",
        "idempotencyKey | 5",
        "idempotencyKey | \"\"",
        "idempotencyKey | \"a b\"",
        "idempotencyKey | \"é\"",
        "timeLeftMillis | \"5\"",
        "timeLeftMillis | 5.5",
        "timeLeftMillis | 99999999999999999999"
      })
  @DisplayName("a field of a wrong type or value is refused by its name")
  void refusesWrongFields(String field, String value) {
    JsonObject json = json().mergeIn(new JsonObject("{\"" + field + "\": " + value + "}"));
    String name = field.equals("idempotencyKey") ? "(?i).*idempotency.?key.*" : ".*" + field + ".*";
    assertThatThrownBy(() -> PurchaseAttempt.fromJson(json, 7))
        .isInstanceOfSatisfying(
            SeckillException.class, e -> assertThat(e.outcome()).isEqualTo(Outcome.BAD_REQUEST))
        .message()
        .matches(name);
  }

  @Test
  @DisplayName("a reference has at most 64 bytes and a key at most 128 characters")
  void boundsTexts() {
    assertThat(PurchaseAttempt.requireReference("é".repeat(32))).hasSize(32);
    IdsTest.assertBadRequest(() -> PurchaseAttempt.requireReference("é".repeat(32) + "x"));
    assertThat(Idempotency.fingerprint("k".repeat(128), "")).isNotEmpty();
    IdsTest.assertBadRequest(() -> Idempotency.fingerprint("k".repeat(129), ""));
  }

  @Test
  @DisplayName("a fingerprint tells a replay from a reused key, and no key has none")
  void fingerprints() {
    assertThat(Idempotency.fingerprint(null, "ref")).isEmpty();
    String first = Idempotency.fingerprint("key-1", "a");
    assertThat(Idempotency.fingerprint("key-1", "a")).isEqualTo(first);
    String reused = Idempotency.fingerprint("key-1", "b");
    assertThat(reused).isNotEqualTo(first);
    assertThat(part(reused, 0)).isEqualTo(part(first, 0));
    String other = Idempotency.fingerprint("key-2", "a");
    assertThat(part(other, 0)).isNotEqualTo(part(first, 0));
    assertThat(part(other, 1)).isEqualTo(part(first, 1));
    assertThat(first).hasSize(29).matches("[A-Za-z0-9_-]{20}\\.[A-Za-z0-9_-]{8}");
  }

  private static String part(String fingerprint, int index) {
    return fingerprint.split("\\.")[index];
  }
}
