package seckill.standalone.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RehearsalReportTest {
  private static List<String> lines(Map<String, Long> outcomes) {
    Plan plan = new Plan(1, 10, 20, 4, 7, 5, 0, Duration.ofSeconds(60));
    return new RehearsalReport(
            plan,
            new TreeMap<>(outcomes),
            Map.of(),
            1,
            1,
            new Histogram(3),
            "as measured",
            Map.of("1", "BALANCED"),
            Details.NONE,
            new Verdict(10, 10, 0, 0, 0, 0, 0, List.of()))
        .lines();
  }

  @Test
  @DisplayName("more yeses than units are explained where they are told")
  void repeats() {
    assertThat(lines(Map.of("ACCEPTED", 14L, "SOLD_OUT", 66L)))
        .startsWith("1 item x 10 units, 20 users x 4 tries, seed 7")
        .contains(
            "outcomes: ACCEPTED 14, SOLD_OUT 66 (ACCEPTED beyond the 10 sold: 4 times the same yes"
                + " again, to a press with the same Idempotency-Key)");
  }

  @Test
  @DisplayName("as many yeses as units need no word")
  void noRepeats() {
    assertThat(lines(Map.of("ACCEPTED", 10L))).contains("outcomes: ACCEPTED 10");
  }
}
