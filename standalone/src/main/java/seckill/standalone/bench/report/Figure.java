package seckill.standalone.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One measured quantity over several rounds: median, minimum and maximum. */
final class Figure {
  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
  }

  double median() {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double min() {
    return Collections.min(values);
  }

  double max() {
    return Collections.max(values);
  }

  int rounds() {
    return values.size();
  }

  /** Median with minimum and maximum in brackets, in whole units. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,.0f (%,.0f – %,.0f)", median(), min(), max());
  }
}
