package seckill.standalone.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Panels of horizontal bars as one SVG document that needs nothing from outside. Each bar carries
 * its value as text, and the document's description holds all of them, so that nobody depends on
 * lengths or colours; the colours follow the reader's choice of light or dark.
 *
 * @param title of the document
 * @param panels from top to bottom, each with a scale of its own
 */
record BarChart(String title, List<Panel> panels) {
  private static final int WIDTH = 800;
  private static final int MARGIN = 24;
  private static final int LABELS_UNTIL = 230;
  private static final int LONGEST_BAR = 420;
  private static final int BAR = 18;
  private static final int ROW = 26;
  private static final int TITLE_ROW = 44;
  private static final int HEAD = 56;
  private static final int TEXT_DROP = 14;
  private static final int GAP = 8;

  /**
   * Bars on one scale, which begins at zero.
   *
   * @param title what they measure
   */
  record Panel(String title, List<Bar> bars) {}

  /**
   * One bar.
   *
   * @param text of the value
   */
  record Bar(String label, double value, String text) {}

  private static final List<String> STYLE =
      List.of(
          "    svg { --back: #ffffff; --ink: #1f2328; --bar: #0969da; --line: #8c959f; }",
          "    @media (prefers-color-scheme: dark) {",
          "      svg { --back: #0d1117; --ink: #e6edf3; --bar: #4493f8; --line: #6e7681; }",
          "    }",
          "    text { font: 14px system-ui, sans-serif; fill: var(--ink); }",
          "    .title { font-size: 18px; font-weight: 600; }",
          "    .panel { font-weight: 600; }",
          "    .label { text-anchor: end; }",
          "    .back { fill: var(--back); }",
          "    .bar { fill: var(--bar); }",
          "    .axis { stroke: var(--line); }");

  /** The document. */
  String svg() {
    List<String> lines = new ArrayList<>();
    int height = height();
    lines.add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""
            + " aria-labelledby=\"chart-title chart-text\" width=\""
            + WIDTH
            + "\" height=\""
            + height
            + "\" viewBox=\"0 0 "
            + WIDTH
            + " "
            + height
            + "\">");
    lines.add("  <title id=\"chart-title\">" + escape(title) + "</title>");
    lines.add("  <desc id=\"chart-text\">" + escape(description()) + "</desc>");
    lines.add("  <style>");
    lines.addAll(STYLE);
    lines.add("  </style>");
    lines.add("  <rect class=\"back\" width=\"" + WIDTH + "\" height=\"" + height + "\"/>");
    lines.add(text("title", MARGIN, MARGIN + TEXT_DROP, title));
    int y = HEAD;
    for (Panel panel : panels) {
      add(panel, y, lines);
      y += height(panel);
    }
    lines.add("</svg>");
    return String.join("\n", lines) + "\n";
  }

  private int height() {
    return HEAD + MARGIN + panels.stream().mapToInt(BarChart::height).sum();
  }

  private static int height(Panel panel) {
    return TITLE_ROW + ROW * panel.bars().size();
  }

  private String description() {
    return panels.stream()
        .map(
            panel ->
                panel.bars().stream()
                    .map(bar -> bar.label() + " " + bar.text())
                    .collect(Collectors.joining(", ", panel.title() + ": ", ".")))
        .collect(Collectors.joining(" "));
  }

  private static void add(Panel panel, int top, List<String> lines) {
    double most = panel.bars().stream().mapToDouble(Bar::value).max().orElse(0);
    int first = top + TITLE_ROW - ROW + GAP;
    lines.add(text("panel", MARGIN, top + TEXT_DROP, panel.title()));
    for (int i = 0; i < panel.bars().size(); i++) {
      Bar bar = panel.bars().get(i);
      int y = first + i * ROW;
      double length = most > 0 ? LONGEST_BAR * Math.max(0, bar.value()) / most : 0;
      lines.add(text("label", LABELS_UNTIL, y + TEXT_DROP, bar.label()));
      lines.add(
          String.format(
              Locale.ROOT,
              "  <rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>",
              LABELS_UNTIL + GAP,
              y,
              length,
              BAR));
      lines.add(
          text(
              "value",
              (int) Math.round(LABELS_UNTIL + 2 * GAP + length),
              y + TEXT_DROP,
              bar.text()));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "  <line class=\"axis\" x1=\"%1$d\" y1=\"%2$d\" x2=\"%1$d\" y2=\"%3$d\"/>",
            LABELS_UNTIL + GAP,
            first - GAP / 2,
            first + ROW * panel.bars().size() - GAP / 2));
  }

  private static String text(String kind, int x, int y, String text) {
    return "  <text class=\""
        + kind
        + "\" x=\""
        + x
        + "\" y=\""
        + y
        + "\">"
        + escape(text)
        + "</text>";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
