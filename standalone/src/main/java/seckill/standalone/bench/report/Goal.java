package seckill.standalone.bench.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * What a figure is to come to.
 *
 * @param what is measured, with its unit if it is no ratio
 * @param measured over the rounds
 * @param bound that the median is held against
 * @param atLeast whether more is better
 */
public record Goal(String what, Figure measured, double bound, boolean atLeast) {

  /** Whether the median keeps the bound. */
  public boolean met() {
    return atLeast ? measured.median() >= bound : measured.median() <= bound;
  }

  /** By how much the bound is missed, in percent of it; 0 if it is met. */
  public double missedPercent() {
    return met() ? 0 : Math.abs(measured.median() - bound) / bound * 100;
  }

  /** A row of the table: what, measured, goal, met or missed. */
  List<String> row() {
    String verdict =
        met() ? "met" : String.format(Locale.ROOT, "missed by %.1f %%", missedPercent());
    String sign = atLeast ? "≥ " : "≤ ";
    return List.of(what, measured.toString(), sign + number(bound), verdict);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("what", what)
        .put("values", new JsonArray(measured.values()))
        .put("median", measured.median())
        .put("bound", bound)
        .put("atLeast", atLeast)
        .put("met", met());
  }

  static Goal fromJson(JsonObject json) {
    return new Goal(
        json.getString("what"),
        PartResult.figure(json),
        json.getDouble("bound"),
        json.getBoolean("atLeast"));
  }
}
