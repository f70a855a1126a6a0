package seckill.standalone.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import seckill.standalone.process.SaleException;

/**
 * A document with places for what was measured: what stands between {@code <!-- measured:NAME -->}
 * and {@code <!-- measured -->} is replaced, everything else is left alone.
 */
final class MarkedPage {
  private static final String BEGIN = "<!-- measured:";
  private static final String END = "<!-- measured -->";

  private final String name;
  private final List<String> lines;

  /**
   * @param name for messages
   */
  MarkedPage(String name, String text) {
    this.name = name;
    this.lines = text.lines().toList();
  }

  private static String begin(String block) {
    return BEGIN + block + " -->";
  }

  /**
   * What stands in a block now, without the blank lines around it.
   *
   * @throws SaleException if there is no such block
   */
  List<String> block(String block) {
    int from = lines.indexOf(begin(block));
    int until = from < 0 ? -1 : from + lines.subList(from, lines.size()).indexOf(END);
    if (from < 0 || until < from) {
      throw new SaleException(name + " has no place for \"" + block + "\": " + begin(block));
    }
    return lines.subList(from + 1, until).stream().filter(line -> !line.isBlank()).toList();
  }

  /**
   * The document with other content in its blocks.
   *
   * @throws SaleException if one of them is missing
   */
  String with(Map<String, List<String>> blocks) {
    blocks.keySet().forEach(this::block);
    List<String> result = new ArrayList<>();
    boolean skipping = false;
    for (String line : lines) {
      skipping &= !line.equals(END);
      if (!skipping) {
        result.add(line);
      }
      for (Map.Entry<String, List<String>> block : blocks.entrySet()) {
        if (line.equals(begin(block.getKey()))) {
          skipping = true;
          result.add("");
          result.addAll(block.getValue());
          result.add("");
        }
      }
    }
    return String.join("\n", result) + "\n";
  }
}
