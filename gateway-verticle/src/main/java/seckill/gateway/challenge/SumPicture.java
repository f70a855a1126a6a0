package seckill.gateway.challenge;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A small sum, drawn so that a person reads it at once and a program has to work for it.
 *
 * @param image a data URI of a PNG
 * @param answer what is right
 */
record SumPicture(String image, String answer) {
  private static final String URI_PREFIX = "data:image/png;base64,";
  private static final int WIDTH = 172;
  private static final int HEIGHT = 60;

  // The sum: results are spread wide, so that guessing does not pay.
  private static final int LEAST_SUMMAND = 11;
  private static final int SUMMANDS = 49;
  private static final int LEAST_MINUEND = 41;
  private static final int LEAST_SUBTRAHEND = 3;
  private static final int SUBTRAHENDS = 37;

  // The look, in pixels and radians.
  private static final double MARGIN = 14;
  private static final double PITCH = 22.5;
  private static final double SCALE = 2.35;
  private static final double SCALE_SPREAD = 0.35;
  private static final double SHIFT = 4;
  private static final double TILT = 0.24;
  private static final double SHEAR = 0.2;
  private static final double PEN = 1.25;
  private static final double PEN_SPREAD = 0.45;
  private static final double INK = 0.75;
  private static final double WAVE = 3;
  private static final double WAVE_LENGTH = 90;
  private static final int THREADS = 4;
  private static final double THREAD = 0.55;
  private static final int DOTS = 60;

  private static final SecureRandom SECRET = new SecureRandom();

  /** Draws a picture; takes a worker's time, not an event loop's. */
  static SumPicture draw() {
    boolean plus = SECRET.nextBoolean();
    int first = (plus ? LEAST_SUMMAND : LEAST_MINUEND) + SECRET.nextInt(SUMMANDS);
    int second =
        plus
            ? LEAST_SUMMAND + SECRET.nextInt(SUMMANDS)
            : LEAST_SUBTRAHEND + SECRET.nextInt(SUBTRAHENDS);
    String text = first + (plus ? "+" : "-") + second + "=?";
    byte[] png = draw(text, new SplittableRandom(SECRET.nextLong()));
    int result = plus ? first + second : first - second;
    return new SumPicture(
        URI_PREFIX + Base64.getEncoder().encodeToString(png), Integer.toString(result));
  }

  private static byte[] draw(String text, RandomGenerator random) {
    Canvas canvas = new Canvas(WIDTH, HEIGHT);
    Bend bend = new Bend(random);
    double x = MARGIN + random.nextDouble() * SHIFT;
    for (int i = 0; i < text.length(); i++) {
      glyph(canvas, Glyph.of(text.charAt(i)), x + i * PITCH, bend, random);
    }
    for (int i = 0; i < THREADS; i++) {
      canvas.line(thread(random), THREAD, between(random, INK - 0.2, INK));
    }
    for (int i = 0; i < DOTS; i++) {
      double[] at = {random.nextDouble() * WIDTH, random.nextDouble() * HEIGHT};
      canvas.line(new double[][] {at, at}, random.nextDouble(), random.nextDouble());
    }
    return canvas.png();
  }

  private static void glyph(
      Canvas canvas, Glyph glyph, double x, Bend bend, RandomGenerator random) {
    double scale = SCALE + spread(random, SCALE_SPREAD);
    double tilt = spread(random, TILT);
    double shear = spread(random, SHEAR);
    double dx = x + spread(random, SHIFT / 2);
    double dy = HEIGHT / 2.0 + spread(random, SHIFT);
    double pen = PEN + spread(random, PEN_SPREAD);
    double darkness = between(random, INK, 1);
    for (double[][] stroke : glyph.strokes()) {
      double[][] drawn = new double[stroke.length][];
      for (int i = 0; i < stroke.length; i++) {
        double v = stroke[i][1] - Glyph.HEIGHT / 2;
        double u = stroke[i][0] - Glyph.WIDTH / 2 + shear * v;
        drawn[i] =
            bend.of(
                dx + scale * (u * Math.cos(tilt) - v * Math.sin(tilt)),
                dy + scale * (u * Math.sin(tilt) + v * Math.cos(tilt)));
      }
      canvas.line(drawn, pen, darkness);
    }
  }

  private static double[][] thread(RandomGenerator random) {
    double[][] points = new double[5][];
    for (int i = 0; i < points.length; i++) {
      points[i] =
          new double[] {(double) WIDTH * i / (points.length - 1), random.nextDouble() * HEIGHT};
    }
    return Glyph.through(points, true);
  }

  private static double spread(RandomGenerator random, double most) {
    return (random.nextDouble() * 2 - 1) * most;
  }

  private static double between(RandomGenerator random, double least, double most) {
    return least + random.nextDouble() * (most - least);
  }

  /** Waves that run through the whole picture. */
  private static final class Bend {
    private final double phaseX;
    private final double phaseY;
    private final double lengthX;
    private final double lengthY;

    Bend(RandomGenerator random) {
      phaseX = random.nextDouble() * 2 * Math.PI;
      phaseY = random.nextDouble() * 2 * Math.PI;
      lengthX = WAVE_LENGTH + spread(random, WAVE_LENGTH / 3);
      lengthY = WAVE_LENGTH + spread(random, WAVE_LENGTH / 3);
    }

    double[] of(double x, double y) {
      return new double[] {
        x + WAVE * Math.sin(2 * Math.PI * y / lengthY + phaseY),
        y + WAVE * Math.sin(2 * Math.PI * x / lengthX + phaseX)
      };
    }
  }
}
