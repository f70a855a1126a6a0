package seckill.standalone.rehearsal.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChaosReportTest {

  private static RoundReport round(long seed, String... breaches) {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("sold", 3L);
    counts.put("lost", 0L);
    return new RoundReport(seed, counts, Map.of(), List.of(breaches), List.of(), List.of(), 20.25);
  }

  private static ChaosPlan plan(int rounds) {
    return new ChaosPlan(rounds, 5, 3, 10, Duration.ofSeconds(8), Duration.ofSeconds(60));
  }

  @Test
  @DisplayName("rounds that cannot oversell, or sold nothing, say what they do not prove")
  void unproven() {
    List<RoundReport> rounds = List.of(round(5));
    assertThat(new ChaosReport(rounds, List.of(), plan(1)).unproven()).isEmpty();
    ChaosPlan plenty = new ChaosPlan(1, 5, 11, 10, Duration.ofSeconds(8), Duration.ofSeconds(60));
    assertThat(new ChaosReport(rounds, List.of(), plenty).unproven())
        .containsExactly(
            "that no unit is sold twice: no item sells out with 11 units for 11 users");
    RoundReport idle =
        new RoundReport(5, Map.of("sold", 0L), Map.of(), List.of(), List.of(), List.of(), 1);
    ChaosReport nothing = new ChaosReport(List.of(idle), List.of(), plan(1));
    assertThat(nothing.unproven()).containsExactly("anything about orders: no unit was sold");
    assertThat(nothing.toJson().getJsonArray("unproven")).hasSize(1);
  }

  @Test
  @DisplayName("a round is one line with verdict, seed and counts")
  void round() {
    assertThat(round(5).line()).isEqualTo("PASS seed=5 sold=3 lost=0 seconds=20.3");
    assertThat(round(5, "wrong").line()).startsWith("FAIL seed=5");
  }

  @Test
  @DisplayName("the last line adds the rounds up, and one failed round fails them all")
  void sums() {
    ChaosReport passed = new ChaosReport(List.of(round(5), round(6)), List.of(), plan(2));
    assertThat(passed.line()).isEqualTo("PASS rounds=2 failed=0 sold=6 lost=0");
    assertThat(passed.passes()).isTrue();

    ChaosReport failed = new ChaosReport(List.of(round(5), round(6, "wrong")), List.of(), plan(2));
    assertThat(failed.line()).startsWith("FAIL rounds=2 failed=1");
    assertThat(failed.passes()).isFalse();
  }

  @Test
  @DisplayName("an item that goes wrong after its round fails them all")
  void afterwards() {
    assertThat(new ChaosReport(List.of(round(5)), List.of("wrong"), plan(1)).passes()).isFalse();
  }
}
