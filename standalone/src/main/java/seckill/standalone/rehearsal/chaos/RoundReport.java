package seckill.standalone.rehearsal.chaos;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a round went.
 *
 * @param seed of its faults and its crowd
 * @param counts figures by name, in the order in which they are told
 * @param answers to purchases, by outcome
 * @param breaches everything that is wrong, each in one sentence
 * @param faults what was to happen
 * @param diary what happened when
 * @param seconds how long it took
 */
record RoundReport(
    long seed,
    Map<String, Long> counts,
    Map<String, Long> answers,
    List<String> breaches,
    List<Fault> faults,
    List<String> diary,
    double seconds) {

  boolean passes() {
    return breaches.isEmpty();
  }

  /** One line: {@code PASS seed=7 sold=…}. */
  String line() {
    StringBuilder line =
        new StringBuilder(passes() ? "PASS" : "FAIL").append(" seed=").append(seed);
    counts.forEach((name, count) -> line.append(' ').append(name).append('=').append(count));
    return line.append(String.format(Locale.ROOT, " seconds=%.1f", seconds)).toString();
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject().put("seed", seed).put("verdict", passes() ? "PASS" : "FAIL");
    counts.forEach(json::put);
    JsonObject outcomes = new JsonObject();
    answers.forEach(outcomes::put);
    return json.put("answers", outcomes)
        .put("breaches", new JsonArray(breaches))
        .put("faults", new JsonArray(faults.stream().map(Fault::toString).toList()))
        .put("diary", new JsonArray(diary))
        .put("seconds", seconds);
  }
}
