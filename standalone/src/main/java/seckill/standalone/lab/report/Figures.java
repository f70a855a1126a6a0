package seckill.standalone.lab.report;

import java.util.Locale;
import seckill.standalone.lab.trial.Spread;

/** How numbers are written: as exact as they are worth. */
final class Figures {
  private static final double EXACT_BELOW = 10;

  private Figures() {}

  /** In whole units. */
  static String whole(double value) {
    // Without the sign of what is rounded to zero.
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** With decimals where they say something. */
  static String ratio(double value) {
    return String.format(Locale.ROOT, value < EXACT_BELOW ? "%.2f" : "%,.1f", value);
  }

  /** The median, with the extremes behind it if they differ. */
  static String spread(Spread spread) {
    String median = whole(spread.median());
    return spread.min() == spread.max()
        ? median
        : median + " (" + whole(spread.min()) + "-" + whole(spread.max()) + ")";
  }
}
