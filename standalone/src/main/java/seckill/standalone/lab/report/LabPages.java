package seckill.standalone.lab.report;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.SaleException;
import seckill.standalone.report.DocsDirectory;

/** The documents that tell of the lab: one page per language, and the chart that they show. */
public final class LabPages {
  static final String CHART = "lab.svg";

  /** What a page has to have places for. */
  static final List<String> BLOCKS =
      List.of(
          "circumstances",
          "turns",
          "duels",
          "versions",
          "answers",
          "retries",
          "watcher",
          "lost-unit",
          "edge");

  static final Map<String, Words> PAGES =
      Map.of("lab.md", Words.ENGLISH, "lab.zh-CN.md", Words.CHINESE);

  private final DocsDirectory docs;

  /**
   * Checks the pages at once, so that nobody waits for figures that cannot be written.
   *
   * @throws SaleException that names what is missing
   */
  public LabPages(Path directory) {
    this.docs = new DocsDirectory(directory);
    PAGES.keySet().forEach(name -> docs.require(name, BLOCKS));
  }

  /**
   * Writes the figures into the pages, and the chart beside them.
   *
   * @param findings of every version
   */
  public void write(Findings findings) {
    PAGES.forEach((name, words) -> docs.update(name, blocks(findings, words)));
    docs.write(CHART, LabChart.svg(findings));
  }

  /** What stands in the blocks of a page. */
  static Map<String, List<String>> blocks(Findings findings, Words words) {
    Tables tables = new Tables(findings, words);
    Map<String, List<String>> blocks = new LinkedHashMap<>();
    blocks.put("circumstances", List.of(tables.circumstances()));
    tables.all().forEach((name, table) -> blocks.put(name, table.markdown()));
    return blocks;
  }
}
