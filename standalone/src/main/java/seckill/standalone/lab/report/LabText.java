package seckill.standalone.lab.report;

import java.util.ArrayList;
import java.util.List;

/** What was found, for a terminal. */
public final class LabText {
  private static final Words WORDS = Words.ENGLISH;

  private LabText() {}

  /** All of it, in lines of ASCII. */
  public static List<String> lines(Findings findings) {
    Tables tables = new Tables(findings, WORDS);
    List<String> lines = new ArrayList<>();
    tables
        .all()
        .forEach(
            (name, table) -> {
              lines.add(WORDS.of("title." + name));
              table.plain().forEach(line -> lines.add("  " + line));
              lines.add("");
            });
    lines.add(WORDS.of("legend.sent"));
    lines.add(WORDS.of("legend.inside"));
    lines.add(WORDS.of("legend.below-zero"));
    lines.add("");
    lines.add(tables.circumstances());
    List<String> broken = LabLaws.broken(findings);
    broken.forEach(law -> lines.add(WORDS.of("broken", law)));
    if (broken.isEmpty()) {
      lines.add(WORDS.of("verdict"));
    }
    return lines;
  }
}
