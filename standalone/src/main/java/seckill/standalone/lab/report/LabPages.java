package seckill.standalone.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.SaleException;

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

  private final Path directory;

  /**
   * Checks the pages at once, so that nobody waits for figures that cannot be written.
   *
   * @throws SaleException that names what is missing
   */
  public LabPages(Path directory) {
    this.directory = directory;
    for (String name : PAGES.keySet()) {
      MarkedPage page = page(name);
      BLOCKS.forEach(page::block);
    }
    if (!Files.isWritable(directory)) {
      throw new SaleException("cannot write to " + directory + ", which --docs names");
    }
  }

  /**
   * Writes the figures into the pages, and the chart beside them.
   *
   * @param findings of every version
   */
  public void write(Findings findings) {
    PAGES.forEach((name, words) -> put(name, page(name).with(blocks(findings, words))));
    put(CHART, LabChart.svg(findings));
  }

  /** What stands in the blocks of a page. */
  static Map<String, List<String>> blocks(Findings findings, Words words) {
    Tables tables = new Tables(findings, words);
    Map<String, List<String>> blocks = new LinkedHashMap<>();
    blocks.put("circumstances", List.of(tables.circumstances()));
    tables.all().forEach((name, table) -> blocks.put(name, table.markdown()));
    return blocks;
  }

  private MarkedPage page(String name) {
    Path file = directory.resolve(name);
    try {
      return new MarkedPage(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new SaleException("cannot read " + file + ", a page of the lab (--docs)", e);
    }
  }

  private void put(String name, String text) {
    Path file = directory.resolve(name);
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new SaleException("cannot write " + file, e);
    }
  }
}
