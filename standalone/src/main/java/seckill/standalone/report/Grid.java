package seckill.standalone.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A table: for a terminal, or for a document. */
public record Grid(List<String> head, List<List<String>> rows) {
  private static final String GAP = "  ";

  public Grid {
    for (List<String> row : rows) {
      if (row.size() != head.size()) {
        throw new IllegalArgumentException("a row of another width: " + row);
      }
    }
  }

  /** As lines of equal columns: the first to the left, the others to the right. */
  public List<String> plain() {
    int[] widths = new int[head.size()];
    List<List<String>> all = new ArrayList<>();
    all.add(head);
    all.addAll(rows);
    for (List<String> row : all) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : all) {
      lines.add(line(row, widths));
    }
    lines.add(1, "-".repeat(lines.get(0).length()));
    return lines;
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String pad = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? row.get(i) + pad : GAP + pad + row.get(i));
    }
    return line.toString();
  }

  /** As lines of Markdown, the columns as in {@link #plain}. */
  public List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(row(head));
    lines.add("| --- |" + " ---: |".repeat(head.size() - 1));
    rows.forEach(row -> lines.add(row(row)));
    return lines;
  }

  /** A row of Markdown; a bar in a cell does not end it. */
  public static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
