package seckill.standalone.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seckill.standalone.process.Home;
import seckill.standalone.process.SaleException;
import seckill.standalone.report.MarkedDocument;

class LabPagesTest {
  private static final Path DOCS = Home.find().resolve("docs");

  @TempDir Path directory;

  private static List<String> names(List<String> table) {
    return table.stream().map(row -> row.split(" \\| ")[0]).toList();
  }

  @ParameterizedTest
  @DisplayName("the committed pages have the tables that the command writes")
  @ValueSource(strings = {"lab.md", "lab.zh-CN.md"})
  void committedPagesFit(String name) throws IOException {
    MarkedDocument page = new MarkedDocument(name, Files.readString(DOCS.resolve(name)));
    Map<String, List<String>> expected =
        LabPages.blocks(SampleFindings.whole(), LabPages.PAGES.get(name));

    assertThat(expected).containsOnlyKeys(LabPages.BLOCKS);
    for (String block : LabPages.BLOCKS) {
      List<String> table = page.section(block);
      assertThat(table).as(block).isNotEmpty();
      if (!block.equals("circumstances")) {
        assertThat(table.subList(0, 2)).as(block).isEqualTo(expected.get(block).subList(0, 2));
      }
    }
    for (String block : List.of("duels", "versions", "answers")) {
      assertThat(names(page.section(block))).as(block).isEqualTo(names(expected.get(block)));
    }
  }

  @Test
  @DisplayName("both pages tell the same figures")
  void pagesAgree() throws IOException {
    for (String block : LabPages.BLOCKS) {
      assertThat(figures("lab.zh-CN.md", block)).as(block).isEqualTo(figures("lab.md", block));
    }
  }

  private static List<String> figures(String name, String block) throws IOException {
    // The first column may be a name; everything else that is no digit may be a word.
    return new MarkedDocument(name, Files.readString(DOCS.resolve(name)))
        .section(block).stream()
            .map(line -> line.replaceAll("^\\| [^|]*", "").replaceAll("[^0-9]+", " ").strip())
            .toList();
  }

  @Test
  @DisplayName("the committed chart is one of those that the command draws")
  void committedChartFits() throws IOException {
    assertThat(Files.readString(DOCS.resolve(LabPages.CHART)))
        .startsWith(LabChart.svg(SampleFindings.whole()).substring(0, 60))
        .contains("V6 full script, batched", "1 client");
  }

  @Test
  @DisplayName("figures go between the marks, however often, and nothing else is touched")
  void replacesBlocks() throws IOException {
    for (String name : LabPages.PAGES.keySet()) {
      Files.copy(DOCS.resolve(name), directory.resolve(name));
    }
    LabPages pages = new LabPages(directory);
    pages.write(SampleFindings.whole());
    pages.write(SampleFindings.whole());

    String written = Files.readString(directory.resolve("lab.md"));
    assertThat(withoutBlocks(written))
        .isEqualTo(withoutBlocks(Files.readString(DOCS.resolve("lab.md"))));
    assertThat(new MarkedDocument("lab.md", written).section("edge"))
        .isEqualTo(LabPages.blocks(SampleFindings.whole(), Words.ENGLISH).get("edge"));
    assertThat(directory.resolve(LabPages.CHART)).hasContent(LabChart.svg(SampleFindings.whole()));
  }

  private static String withoutBlocks(String page) {
    return page.replaceAll("(?s)(<!-- measured:[a-z-]+ -->).*?(<!-- /measured)", "$1$2");
  }

  @Test
  @DisplayName("a page without a place for a table is refused before anything is measured")
  void refusesOtherPages() throws IOException {
    assertThatThrownBy(() -> new LabPages(directory))
        .isInstanceOf(SaleException.class)
        .hasMessageContaining("--docs");

    for (String name : LabPages.PAGES.keySet()) {
      Files.writeString(
          directory.resolve(name),
          "<!-- measured:circumstances -->\n<!-- /measured:circumstances -->\n");
    }
    assertThatThrownBy(() -> new LabPages(directory))
        .isInstanceOf(SaleException.class)
        .hasMessageContaining("<!-- measured:turns -->");
  }
}
