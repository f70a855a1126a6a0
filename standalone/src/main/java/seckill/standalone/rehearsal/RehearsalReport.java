package seckill.standalone.rehearsal;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import seckill.contract.Outcome;
import seckill.contract.Texts;

/**
 * How a rehearsal went.
 *
 * @param plan what was asked for
 * @param outcomes final answers by outcome
 * @param retries answers after which a client tried again, by outcome
 * @param acceptedPerSecond users who heard of their order, from the start to the last of them
 * @param landedPerSecond orders that reached MySQL, from the start to the last of them
 * @param latencies in microseconds
 * @param latencyBasis what they are counted from, in a few words
 * @param reconciliations the auditor's verdict by item
 * @param details what only this load has to tell
 * @param verdict what the books say
 */
public record RehearsalReport(
    Plan plan,
    Map<String, Long> outcomes,
    Map<String, Long> retries,
    double acceptedPerSecond,
    double landedPerSecond,
    Histogram latencies,
    String latencyBasis,
    Map<String, String> reconciliations,
    Details details,
    Verdict verdict) {
  private static final double MICROS_PER_MILLI = 1000.0;

  /** The report for a person; the last line is the verdict. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s x %s, %s x %s, seed %d",
            Texts.counted(plan.items(), "item"),
            Texts.counted(plan.stock(), "unit"),
            Texts.counted(plan.users(), "user"),
            plan.tries() == 1 ? "1 try" : plan.tries() + " tries",
            plan.seed()));
    lines.add("outcomes: " + counts(outcomes) + repeats());
    lines.add("tried again after: " + counts(retries));
    lines.add(
        String.format(
            Locale.ROOT, "accepted/s %.0f, landed/s %.0f", acceptedPerSecond, landedPerSecond));
    lines.add(
        String.format(
            Locale.ROOT,
            "latency ms (%s): p50 %.1f, p95 %.1f, p99 %.1f, max %.1f",
            latencyBasis,
            millis(50),
            millis(95),
            millis(99),
            latencies.getMaxValue() / MICROS_PER_MILLI));
    lines.add("reconciliation: " + reconciliationCounts());
    lines.addAll(details.lines());
    verdict.breaches().forEach(breach -> lines.add("wrong: " + breach));
    unproven().forEach(what -> lines.add("not proved: " + what));
    lines.add(verdict.line());
    return lines;
  }

  // A PASS is only worth what could have gone wrong.
  private List<String> unproven() {
    List<String> unproven = new ArrayList<>(plan.unproven());
    if (verdict.sold() == 0) {
      unproven.add("anything about orders: no unit was sold");
    }
    unproven.addAll(details.unproven());
    return unproven;
  }

  // Whoever sees more yeses than units may think of overselling.
  private String repeats() {
    long beyond = outcomes.getOrDefault(Outcome.ACCEPTED.name(), 0L) - verdict.sold();
    return beyond > 0
        ? " (ACCEPTED beyond the "
            + verdict.sold()
            + " sold: "
            + beyond
            + " times the same yes again, to a press with the same Idempotency-Key)"
        : "";
  }

  private double millis(double percentile) {
    return latencies.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
  }

  static String counts(Map<String, Long> counts) {
    return counts.isEmpty()
        ? "nothing"
        : counts.entrySet().stream()
            .map(count -> count.getKey() + " " + count.getValue())
            .collect(Collectors.joining(", "));
  }

  private String reconciliationCounts() {
    return reconciliations.values().stream()
        .collect(Collectors.groupingBy(verdict -> verdict, Collectors.counting()))
        .entrySet()
        .stream()
        .map(count -> count.getKey() + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The same for machines. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("verdict", verdict.passes() ? "PASS" : "FAIL")
        .put("sold", verdict.sold())
        .put("landed", verdict.landed())
        .put("remaining", verdict.remaining())
        .put("oversold", verdict.oversold())
        .put("duplicates", verdict.duplicates())
        .put("lost", verdict.lost())
        .put("deadLetters", verdict.dead())
        .put("breaches", new JsonArray(verdict.breaches()))
        .put("unproven", new JsonArray(unproven()))
        .put("items", plan.items())
        .put("stock", plan.stock())
        .put("users", plan.users())
        .put("tries", plan.tries())
        .put("seed", plan.seed())
        .put("concurrency", plan.concurrency())
        .put("rate", plan.rate())
        .put("outcomes", object(outcomes))
        .put("retries", object(retries))
        .put("acceptedPerSecond", Math.round(acceptedPerSecond))
        .put("landedPerSecond", Math.round(landedPerSecond))
        .put(
            "latencyMillis",
            new JsonObject()
                .put("p50", millis(50))
                .put("p95", millis(95))
                .put("p99", millis(99))
                .put("max", latencies.getMaxValue() / MICROS_PER_MILLI))
        .put("reconciliations", object(reconciliations))
        .mergeIn(details.json());
  }

  private static JsonObject object(Map<String, ?> map) {
    JsonObject json = new JsonObject();
    map.forEach(json::put);
    return json;
  }
}
