package seckill.standalone.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One measured quantity over several rounds: median, minimum and maximum. */
public final class Figure {
  private static final double WHOLE_FROM = 100;
  private static final double TENTHS_FROM = 10;

  private final List<Double> values = new ArrayList<>();

  /** A figure of the values so far. */
  public static Figure of(List<Double> values) {
    Figure figure = new Figure();
    figure.values.addAll(values);
    return figure;
  }

  public void add(double value) {
    values.add(value);
  }

  /** One value per round. */
  public List<Double> values() {
    return Collections.unmodifiableList(values);
  }

  /** The value in the middle, or the mean of the two in the middle. */
  public double median() {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  public double min() {
    return Collections.min(values);
  }

  public double max() {
    return Collections.max(values);
  }

  public int rounds() {
    return values.size();
  }

  /**
   * The ratio to another figure: round by round where both were measured by turns, so that a slow
   * minute of the machine meets both; of the medians where the rounds are not the same.
   */
  public Figure to(Figure yardstick) {
    Figure ratio = new Figure();
    if (rounds() != yardstick.rounds()) {
      ratio.add(median() / yardstick.median());
      return ratio;
    }
    for (int i = 0; i < values.size(); i++) {
      ratio.add(values.get(i) / yardstick.values.get(i));
    }
    return ratio;
  }

  /** Median with minimum and maximum in brackets; as many places as the median is worth. */
  @Override
  public String toString() {
    double median = median();
    String format = median >= WHOLE_FROM ? "%,.0f" : median >= TENTHS_FROM ? "%,.1f" : "%,.3f";
    if (rounds() == 1) {
      return String.format(Locale.ROOT, format, median);
    }
    return String.format(
        Locale.ROOT, format + " (" + format + " – " + format + ")", median, min(), max());
  }
}
