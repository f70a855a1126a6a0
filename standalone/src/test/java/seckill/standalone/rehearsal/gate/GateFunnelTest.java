package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GateFunnelTest {
  private final GateFunnel funnel =
      GateFunnel.of(
          Map.of(
              "window", Map.of("PASSED", 40L, "RATE_LIMITED", 5L),
              "risk", Map.of("PASSED", 50L, "CHALLENGED", 7L, "FORBIDDEN", 3L, "GONE", 1L),
              "queue", Map.of("PASSED", 2L),
              "address", Map.of("PASSED", 100L)));

  @Test
  @DisplayName("layers stand in the order of the gate, unknown ones last, in aligned columns")
  void table() {
    assertThat(funnel.lines())
        .containsExactly(
            "layer      entered     passed    refused  with",
            "address        100        100          0",
            "risk            61         57          4  FORBIDDEN 3, GONE 1, CHALLENGED 7",
            "window          45         40          5  RATE_LIMITED 5",
            "queue            2          2          0");
  }

  @Test
  @DisplayName("a label that is no outcome passes, whoever went away does not")
  void labels() {
    JsonObject risk = funnel.toJson().getJsonObject(1);

    assertThat(risk.getJsonObject("passedAs").getLong("CHALLENGED")).isEqualTo(7);
    assertThat(risk.getJsonObject("refusedWith").getLong("GONE")).isEqualTo(1);
    assertThat(risk.getLong("entered")).isEqualTo(61);
  }

  @Test
  @DisplayName("a layer that nobody came to is missing")
  void missing() {
    assertThat(funnel.missing()).contains("blacklist", "token").doesNotContain("risk", "window");
  }
}
