package seckill.standalone.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seckill.standalone.process.SaleException;

class BenchFilesTest {
  private static final String BEFORE =
      """
      # Benchmarks

      Written by hand.

      <!-- measured:goals -->
      <!-- /measured:goals -->

      ## One

      <!-- measured:one -->
      old figures
      <!-- /measured:one -->

      Why one is as it is.

      <!-- measured:two -->
      not measured yet
      <!-- /measured:two -->

      Rounds of chaos.
      """;

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("benchmarks.md"), BEFORE);
  }

  private static PartResult result(double accepted) {
    PartResult result = new PartResult("Part");
    result.add("bare", 100);
    result.add("bare", 200);
    result.add("accepted", accepted);
    result.add("accepted", 2 * accepted);
    result.ratio("accepted to bare", "accepted", "bare", 0.5);
    result.add(new Table("Profile", List.of("kind", "%"), List.of(List.of("a|b", "40.0"))));
    result.ran("Redis", "7.0.15");
    return result;
  }

  private static BenchBook.Run run(PartResult result) {
    JsonObject machine =
        new JsonObject()
            .put("cores", 2)
            .put("memory", "24 GB")
            .put("processor", "AMD EPYC")
            .put("kernel", "Linux 6")
            .put("java", "OpenJDK 17")
            .mergeIn(result.programs());
    return new BenchBook.Run("./seckill bench", "2026-11-11T12:00:00Z", machine);
  }

  private void measure(String part, double accepted) {
    PartResult result = result(accepted);
    new BenchFiles(directory, List.of(part)).write(part, result, run(result));
  }

  private String document() throws IOException {
    return Files.readString(directory.resolve("benchmarks.md"));
  }

  @Test
  @DisplayName("a part replaces its own section, and what was written by hand stays")
  void replacesItsSection() throws IOException {
    measure("one", 40);

    assertThat(document())
        .startsWith("# Benchmarks\n\nWritten by hand.\n")
        .doesNotContain("old figures")
        .contains("| accepted | 60.0 (40.0 – 80.0) | 2 |")
        .contains("`./seckill bench`, begun 2026-11-11T12:00:00Z; 2 cores of AMD EPYC, 24 GB")
        .contains("OpenJDK 17; Redis: 7.0.15.")
        .contains("| a\\|b | 40.0 |")
        .contains("Why one is as it is.")
        .contains("not measured yet")
        .endsWith("Rounds of chaos.\n");
  }

  @Test
  @DisplayName("a run of some parts keeps the results of the others, in the table of goals, too")
  void keepsTheOthers() throws IOException {
    measure("one", 40);
    measure("two", 60);
    measure("one", 45);

    String goals = document().split("<!-- /measured:goals -->")[0];
    assertThat(goals)
        .contains("| accepted to bare | 0.450 (0.450 – 0.450) | ≥ 0.50 | missed by 10.0 % |")
        .contains("| accepted to bare | 0.600 (0.600 – 0.600) | ≥ 0.50 | met |");
    assertThat(document()).doesNotContain("| 60.0 (40.0 – 80.0) |");
  }

  @Test
  @DisplayName("writing the same again changes nothing")
  void writesTheSame() throws IOException {
    measure("one", 40);
    String once = document();
    measure("one", 40);
    assertThat(document()).isEqualTo(once);
  }

  @Test
  @DisplayName("the JSON has every value with median, minimum and maximum, and can be read again")
  void json() throws IOException {
    measure("one", 40);

    JsonObject json = new JsonObject(Files.readString(directory.resolve("benchmarks.json")));
    JsonObject accepted =
        json.getJsonObject("one").getJsonObject("figures").getJsonObject("accepted");
    assertThat(accepted.getDouble("median")).isEqualTo(60);
    assertThat(accepted.getDouble("min")).isEqualTo(40);
    assertThat(accepted.getDouble("max")).isEqualTo(80);
    assertThat(accepted.getJsonArray("values")).containsExactly(40.0, 80.0);
    assertThat(json.getJsonObject("one").getJsonObject("run").getString("command"))
        .isEqualTo("./seckill bench");
    assertThat(BenchBook.fromJson(json).toJson()).isEqualTo(json);
  }

  @Test
  @DisplayName("a document without a place for a part is refused before anything is measured")
  void noPlace() {
    assertThatThrownBy(() -> new BenchFiles(directory, List.of("one", "three")))
        .isInstanceOf(SaleException.class)
        .hasMessageContaining("measured:three");
    assertThatThrownBy(() -> new BenchFiles(directory.resolve("nowhere"), List.of("one")))
        .isInstanceOf(SaleException.class)
        .hasMessageContaining("--docs");
  }
}
