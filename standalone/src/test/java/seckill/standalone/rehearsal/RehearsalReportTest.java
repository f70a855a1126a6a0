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
  private static final Plan PLAN = new Plan(1, 10, 20, 4, 7, 5, 0, Duration.ofSeconds(60));

  private static List<String> lines(Map<String, Long> outcomes) {
    return report(PLAN, outcomes, 10).lines();
  }

  private static RehearsalReport report(Plan plan, Map<String, Long> outcomes, long sold) {
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
        new Verdict(sold, sold, 0, 0, 0, 0, 0, List.of()));
  }

  @Test
  @DisplayName("a rehearsal that could not fail says what it does not prove, before its verdict")
  void unproven() {
    assertThat(lines(Map.of("ACCEPTED", 10L))).noneMatch(line -> line.startsWith("not proved"));
    Plan plenty = new Plan(2, 10, 19, 1, 7, 1, 0, Duration.ofSeconds(60));
    RehearsalReport report = report(plenty, Map.of("ACCEPTED", 19L), 19);

    List<String> lines = report.lines();

    assertThat(lines)
        .contains(
            "not proved: that no unit is sold twice: no item sells out with 10 units for 10 users",
            "not proved: that a user gets one unit at most: each user presses once",
            "not proved: anything about purchases at the same time: there is one at a time");
    assertThat(lines.get(lines.size() - 1)).startsWith("PASS");
    assertThat(report.toJson().getJsonArray("unproven")).hasSize(3);
    assertThat(report(PLAN, Map.of("SOLD_OUT", 80L), 0).lines())
        .contains("not proved: anything about orders: no unit was sold");
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
