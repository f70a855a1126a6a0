package seckill.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.contract.TermsChange.Kind;

class TermsChangeTest {

  @Test
  @DisplayName("what is read is written again, a time in UTC")
  void roundTrips() {
    JsonObject restock = new JsonObject().put("requestId", "r-1").put("units", 1_000_000_000);
    JsonObject extend =
        new JsonObject().put("requestId", "~!").put("endAt", "2026-12-01T21:00:00.123+08:00");

    assertThat(TermsChange.fromJson(7, Kind.RESTOCK, restock).toJson())
        .isEqualTo(restock.copy().put("units", 1_000_000_000L));
    assertThat(TermsChange.fromJson(7, Kind.EXTEND, extend).toJson())
        .isEqualTo(extend.copy().put("endAt", "2026-12-01T13:00:00.123Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"requestId\":\"r\"}",
        "{\"units\":1}",
        "{\"requestId\":\"r\",\"units\":0}",
        "{\"requestId\":\"r\",\"units\":-5}",
        "{\"requestId\":\"r\",\"units\":1.5}",
        "{\"requestId\":\"r\",\"units\":1000000001}",
        "{\"requestId\":\"r\",\"units\":9223372036854775808}",
        "{\"requestId\":\"\",\"units\":1}",
        "{\"requestId\":\" \",\"units\":1}",
        "{\"requestId\":\"a\\u007f\",\"units\":1}",
        "{\"requestId\":\"\u00e9\",\"units\":1}",
        "{\"requestId\":1,\"units\":1}",
        "{\"requestId\":\"r\",\"units\":1,\"endAt\":\"2026-12-01T21:00:00Z\"}"
      })
  @DisplayName("what is no restock is refused")
  void refuses(String json) {
    assertThatThrownBy(() -> TermsChange.fromJson(7, Kind.RESTOCK, new JsonObject(json)))
        .isInstanceOf(SeckillException.class)
        .matches(e -> ((SeckillException) e).outcome() == Outcome.BAD_REQUEST);
  }

  @Test
  @DisplayName("a request id has at most 64 characters")
  void length() {
    JsonObject longest = new JsonObject().put("requestId", "x".repeat(64)).put("units", 1);
    assertThat(TermsChange.fromJson(7, Kind.RESTOCK, longest).units()).isEqualTo(1);
    longest.put("requestId", "x".repeat(65));
    assertThatThrownBy(() -> TermsChange.fromJson(7, Kind.RESTOCK, longest))
        .hasMessageContaining("requestId");
  }
}
