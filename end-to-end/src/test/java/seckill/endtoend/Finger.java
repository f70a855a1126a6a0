package seckill.endtoend;

import java.util.List;
import java.util.Map;

/** Touches a page where things are drawn, and so meets whatever lies on top there. */
record Finger(Browser browser) {
  /**
   * A function for scripts: which of five points of an element, its middle and near its corners,
   * are not its own, or not on the screen.
   */
  static final String COVERED =
      """
      const covered = (element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const inset = 6;
        const points = [
          [(left + right) / 2, (top + bottom) / 2],
          [left + inset, top + inset], [right - inset, top + inset],
          [left + inset, bottom - inset], [right - inset, bottom - inset],
        ];
        return points.filter(([x, y]) => {
          const hit = document.elementFromPoint(x, y);
          return hit === null || !element.contains(hit);
        }).map((point) => point.join());
      };
      """;

  private static final int INSET = 6;

  /** Which points of an element a finger would not meet it at. */
  List<?> misses(String css) {
    return (List<?>)
        browser.run(COVERED + "return covered(document.querySelector('" + css + "'));");
  }

  double number(String script) {
    return ((Number) browser.run(script)).doubleValue();
  }

  /** Taps where an element is drawn: across and down from its left upper corner, 0 to 1. */
  void tap(String css, double across, double down) {
    String box = "const r = document.querySelector('" + css + "').getBoundingClientRect(); return ";
    double x = number(box + "r.left") + INSET;
    double y = number(box + "r.top") + INSET;
    double width = number(box + "r.width") - 2 * INSET;
    double height = number(box + "r.height") - 2 * INSET;
    touch("touchStart", List.of(Map.of("x", x + across * width, "y", y + down * height)));
    touch("touchEnd", List.of());
  }

  private void touch(String type, List<Map<String, Object>> points) {
    browser.command("Input.dispatchTouchEvent", Map.of("type", type, "touchPoints", points));
  }
}
