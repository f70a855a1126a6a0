package seckill.gateway.challenge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A character as pen strokes, so that drawing one needs no font. Belongs on a grid of 6 by 10, with
 * y downwards.
 *
 * @param strokes each the points that the pen passes
 */
record Glyph(List<double[][]> strokes) {
  /** The grid. */
  static final double WIDTH = 6;

  static final double HEIGHT = 10;

  /** Pen positions per pair of points. */
  private static final int STEPS = 6;

  /** Strokes by ';', points by blanks; '~' begins a round stroke, '/' an angular one. */
  private static final Map<Character, String> OUTLINES =
      Map.ofEntries(
          Map.entry('0', "~3,0 5.3,1.5 6,5 5.3,8.5 3,10 .7,8.5 0,5 .7,1.5 3,0"),
          Map.entry('1', "/1,2 3.2,0 3.2,10;/1,10 5.4,10"),
          Map.entry('2', "~.3,2.6 1,.7 3,0 5,.8 5.6,2.8 4.6,5 2.5,7.2 .3,10;/.3,10 6,10"),
          Map.entry(
              '3',
              "~.4,1.6 1.6,.2 3.4,0 5.2,1 5.4,2.8 4.4,4.3 2.6,4.7;"
                  + "~2.6,4.7 4.8,5.2 5.8,7 5.2,9 3.2,10 1.2,9.7 .1,8.3"),
          Map.entry('4', "/4.5,10 4.5,0 0,7 6,7"),
          Map.entry(
              '5', "/5.4,0 1,0 .6,4.5;~.6,4.5 2.6,3.7 4.8,4.4 5.8,6.6 5.2,8.9 3,10 1,9.7 .1,8.5"),
          Map.entry(
              '6', "~5,.4 2.6,1.6 .8,4 .2,6.8 1,9.2 3,10 5.2,9.2 5.9,7 5,4.9 3,4.2 1.2,5 .3,6.6"),
          Map.entry('7', "/0,0 6,0 2.4,10"),
          Map.entry(
              '8',
              "~3,4.6 1,3.7 .6,2 1.5,.5 3,0 4.5,.5 5.4,2 5,3.7 3,4.6 .9,5.7 .1,7.6 1.1,9.4 3,10"
                  + " 4.9,9.4 5.9,7.6 5.1,5.7 3,4.6"),
          Map.entry(
              '9', "~1,9.6 3.4,8.4 5.2,6 5.8,3.2 5,.8 3,0 .8,.8 .1,3 1,5.1 3,5.8 4.8,5 5.7,3.4"),
          Map.entry('+', "/.5,5 5.5,5;/3,2.5 3,7.5"),
          Map.entry('-', "/.7,5 5.3,5"),
          Map.entry('=', "/.5,3.6 5.5,3.6;/.5,6.4 5.5,6.4"),
          Map.entry('?', "~.8,2.4 1.4,.6 3,0 4.8,.6 5.3,2.4 4.4,4.2 3.1,5.4 3,7;/3,9.2 3,9.9"));

  private static final Map<Character, Glyph> GLYPHS = read();

  /** The glyph of a digit, a sign or the question mark. */
  static Glyph of(char character) {
    return GLYPHS.get(character);
  }

  private static Map<Character, Glyph> read() {
    return OUTLINES.entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> read(entry.getValue())));
  }

  private static Glyph read(String outline) {
    List<double[][]> strokes = new ArrayList<>();
    for (String stroke : outline.split(";")) {
      String[] texts = stroke.substring(1).split(" ");
      double[][] points = new double[texts.length][];
      for (int i = 0; i < texts.length; i++) {
        String[] coordinates = texts[i].split(",");
        points[i] =
            new double[] {Double.parseDouble(coordinates[0]), Double.parseDouble(coordinates[1])};
      }
      strokes.add(through(points, stroke.charAt(0) == '~'));
    }
    return new Glyph(List.copyOf(strokes));
  }

  /**
   * A fine line through points, fine enough to be bent.
   *
   * @param round whether it bends at the points (Catmull-Rom) or has corners there
   */
  static double[][] through(double[][] points, boolean round) {
    double[][] line = new double[(points.length - 1) * STEPS + 1][2];
    for (int i = 0; i < points.length - 1; i++) {
      double[] before = points[Math.max(0, i - 1)];
      double[] after = points[Math.min(points.length - 1, i + 2)];
      for (int step = 0; step <= STEPS; step++) {
        double t = (double) step / STEPS;
        for (int axis = 0; axis < 2; axis++) {
          line[i * STEPS + step][axis] =
              round
                  ? curve(before[axis], points[i][axis], points[i + 1][axis], after[axis], t)
                  : points[i][axis] + t * (points[i + 1][axis] - points[i][axis]);
        }
      }
    }
    return line;
  }

  private static double curve(double a, double b, double c, double d, double t) {
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }
}
