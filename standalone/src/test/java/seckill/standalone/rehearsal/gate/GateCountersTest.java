package seckill.standalone.rehearsal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GateCountersTest {
  private final GateCounters counters = new GateCounters();

  private static String page(long passed, long refused) {
    return """
    # HELP seckill_gate_total visits that a layer of the gate decided about
    # TYPE seckill_gate_total counter
    seckill_gate_total{layer="token",outcome="PASSED"} %d.0
    seckill_gate_total{outcome="UNAUTHENTICATED",layer="token"} %d.0
    seckill_purchases_total{outcome="ACCEPTED"} 7.0
    """
        .formatted(passed, refused);
  }

  @Test
  @DisplayName("only what was counted after the first look counts, whatever order labels have")
  void differences() {
    counters.note("gateway", page(100, 10));
    counters.note("gateway", page(130, 10));
    counters.note("gateway", page(150, 15));

    assertThat(counters.counts())
        .isEqualTo(Map.of("token", Map.of("PASSED", 50L, "UNAUTHENTICATED", 5L)));
    assertThat(counters.restarts()).isZero();
  }

  @Test
  @DisplayName("counts of several services add up")
  void severalServices() {
    counters.note("gateway", page(0, 0));
    counters.note("gateway-2", page(5, 0));
    counters.note("gateway", page(3, 0));
    counters.note("gateway-2", page(9, 1));

    assertThat(counters.counts().get("token")).containsEntry("PASSED", 7L);
  }

  @Test
  @DisplayName("a service that counts from zero again goes on where it was")
  void restart() {
    counters.note("seckill", page(100, 10));
    counters.note("seckill", page(150, 12));
    counters.note("seckill", page(20, 1));

    assertThat(counters.counts().get("token"))
        .isEqualTo(Map.of("PASSED", 70L, "UNAUTHENTICATED", 3L));
    assertThat(counters.restarts()).isEqualTo(1);
  }

  @Test
  @DisplayName("large counts are read in the notation of the metrics page")
  void exponents() {
    counters.note("gateway", "seckill_gate_total{layer=\"risk\",outcome=\"PASSED\"} 0.0\n");
    counters.note("gateway", "seckill_gate_total{layer=\"risk\",outcome=\"PASSED\"} 1.25E7\n");

    assertThat(counters.counts().get("risk")).containsEntry("PASSED", 12_500_000L);
  }

  @Test
  @DisplayName("a label that appears later counts from zero")
  void newLabel() {
    counters.note("gateway", "");
    counters.note("gateway", page(4, 2));

    assertThat(counters.counts().get("token")).containsEntry("UNAUTHENTICATED", 2L);
  }
}
