package seckill.standalone.rehearsal.chaos;

import static org.assertj.core.api.Assertions.assertThat;

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

  @Test
  @DisplayName("a round is one line with verdict, seed and counts")
  void round() {
    assertThat(round(5).line()).isEqualTo("PASS seed=5 sold=3 lost=0 seconds=20.3");
    assertThat(round(5, "wrong").line()).startsWith("FAIL seed=5");
  }

  @Test
  @DisplayName("the last line adds the rounds up, and one failed round fails them all")
  void sums() {
    ChaosReport passed = new ChaosReport(List.of(round(5), round(6)), List.of());
    assertThat(passed.line()).isEqualTo("PASS rounds=2 failed=0 sold=6 lost=0");
    assertThat(passed.passes()).isTrue();

    ChaosReport failed = new ChaosReport(List.of(round(5), round(6, "wrong")), List.of());
    assertThat(failed.line()).startsWith("FAIL rounds=2 failed=1");
    assertThat(failed.passes()).isFalse();
  }

  @Test
  @DisplayName("an item that goes wrong after its round fails them all")
  void afterwards() {
    assertThat(new ChaosReport(List.of(round(5)), List.of("wrong")).passes()).isFalse();
  }
}
