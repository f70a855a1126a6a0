package seckill.standalone.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.version.VersionKind;
import seckill.standalone.report.Grid;

class LabTextTest {
  private static final Grid GRID =
      new Grid(List.of("version", "sold"), List.of(List.of("V1", "1,000"), List.of("V2|a", "7")));

  @Test
  @DisplayName(
      "a table for a terminal has equal columns, names to the left and numbers to the right")
  void alignsColumns() {
    assertThat(GRID.plain())
        .containsExactly("version   sold", "--------------", "V1       1,000", "V2|a         7");
  }

  @Test
  @DisplayName("a table for a document escapes what Markdown would take for a border")
  void writesMarkdown() {
    assertThat(GRID.markdown())
        .containsExactly(
            "| version | sold |", "| --- | ---: |", "| V1 | 1,000 |", "| V2\\|a | 7 |");
  }

  @Test
  @DisplayName("a row that is wider or narrower than its head is refused")
  void refusesRaggedRows() {
    List<List<String>> rows = List.of(List.of("V1"));

    assertThatThrownBy(() -> new Grid(List.of("version", "sold"), rows))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("the terminal gets ASCII, every table with its title, and the verdict at the end")
  void tellsEverything() {
    List<String> lines = LabText.lines(SampleFindings.whole());

    assertThat(lines).allMatch(line -> line.chars().allMatch(c -> c >= ' ' && c <= '~'));
    assertThat(lines).allMatch(line -> line.length() <= 132);
    assertThat(lines)
        .contains(
            "V1, two buyers and one unit, by turns",
            "Every version, the same crowd",
            "  B    INCR stock  connection lost");
    assertThat(lines.get(lines.size() - 1)).startsWith("PASS");
  }

  @Test
  @DisplayName("medians are shown, and the extremes where they differ")
  void showsSpread() {
    List<String> row =
        new Tables(SampleFindings.whole(), Words.ENGLISH).all().get("versions").rows().get(0);

    assertThat(row)
        .containsExactly(
            "V1 read, test, decrement",
            "2",
            "2,500 (1,250-5,000)",
            "3",
            "1",
            "-1",
            "0",
            "3.00",
            "0.67");
  }

  @Test
  @DisplayName("only what took place is shown")
  void leavesOut() {
    assertThat(new Tables(SampleFindings.of(VersionKind.V3), Words.ENGLISH).all())
        .containsOnlyKeys("duels", "versions", "answers");
    assertThat(new Tables(SampleFindings.of(VersionKind.V1, VersionKind.V4), Words.ENGLISH).all())
        .containsOnlyKeys("turns", "duels", "versions", "answers", "watcher", "lost-unit");
  }

  @Test
  @DisplayName("what did not come out as it must is told instead of the verdict")
  void tellsBrokenLaws() {
    Findings whole = SampleFindings.whole();
    Findings oversold =
        new Findings(
            "1 core",
            whole.plan(),
            List.of(),
            List.of(new Measured(VersionKind.V3, List.of(SampleFindings.sale(VersionKind.V1, 1)))),
            List.of(),
            null,
            null,
            null);

    assertThat(LabLaws.broken(whole)).isEmpty();
    assertThat(LabLaws.broken(oversold)).containsExactly("V3 sold 3 where 2 were to be sold");
    assertThat(LabText.lines(oversold)).endsWith("FAIL V3 sold 3 where 2 were to be sold");
  }
}
