package seckill.standalone.report;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.SaleException;

/**
 * A Markdown text with sections that a program writes, between {@code <!-- measured:name -->} and
 * {@code <!-- /measured:name -->}; everything else is written by hand and stays.
 */
public final class MarkedDocument {
  private final String name;
  private String text;

  /**
   * @param name for messages
   */
  public MarkedDocument(String name, String text) {
    this.name = name;
    this.text = text;
  }

  /**
   * Does nothing if there is a place for each of these sections.
   *
   * @throws SaleException that names the first without
   */
  void require(Collection<String> sections) {
    sections.forEach(this::section);
  }

  /**
   * What stands in a section now, without blank lines.
   *
   * @throws SaleException if there is no such section
   */
  public List<String> section(String section) {
    int begin = begin(section);
    return text.substring(begin, end(section, begin)).lines().filter(l -> !l.isBlank()).toList();
  }

  private int begin(String section) {
    int begin = text.indexOf(opening(section));
    if (begin < 0 || end(section, begin) < 0) {
      throw new SaleException(name + " has no section " + opening(section) + closing(section));
    }
    return begin + opening(section).length();
  }

  private int end(String section, int begin) {
    return text.indexOf(closing(section), begin);
  }

  /**
   * The text with other lines in sections.
   *
   * @throws SaleException if there is no place for one
   */
  String with(Map<String, List<String>> sections) {
    sections.forEach(this::put);
    return text;
  }

  private void put(String section, List<String> lines) {
    int begin = begin(section);
    String content = "\n\n" + String.join("\n", lines).strip() + "\n\n";
    text = text.substring(0, begin) + content + text.substring(end(section, begin));
  }

  private static String opening(String section) {
    return "<!-- measured:" + section + " -->";
  }

  private static String closing(String section) {
    return "<!-- /measured:" + section + " -->";
  }
}
