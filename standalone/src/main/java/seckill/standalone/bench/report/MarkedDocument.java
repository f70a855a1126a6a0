package seckill.standalone.bench.report;

import java.util.Collection;
import java.util.List;
import seckill.standalone.process.SaleException;

/**
 * A Markdown text with sections that a program writes, between {@code <!-- bench:name -->} and
 * {@code <!-- /bench:name -->}; everything else is written by hand and stays.
 */
final class MarkedDocument {
  private final String text;

  MarkedDocument(String text) {
    this.text = text;
  }

  /**
   * Does nothing if there is a place for each of these sections.
   *
   * @throws SaleException that names the first without
   */
  void require(Collection<String> names) {
    names.forEach(this::begin);
  }

  private int begin(String name) {
    int begin = text.indexOf(opening(name));
    if (begin < 0 || text.indexOf(closing(name), begin) < 0) {
      throw new SaleException("the document has no section " + opening(name) + closing(name));
    }
    return begin + opening(name).length();
  }

  /** The document with other lines in a section. */
  MarkedDocument with(String name, List<String> lines) {
    int begin = begin(name);
    int end = text.indexOf(closing(name), begin);
    return new MarkedDocument(
        text.substring(0, begin)
            + "\n\n"
            + String.join("\n", lines).strip()
            + "\n\n"
            + text.substring(end));
  }

  private static String opening(String name) {
    return "<!-- bench:" + name + " -->";
  }

  private static String closing(String name) {
    return "<!-- /bench:" + name + " -->";
  }

  @Override
  public String toString() {
    return text;
  }
}
