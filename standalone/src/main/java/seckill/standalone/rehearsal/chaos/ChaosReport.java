package seckill.standalone.rehearsal.chaos;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How all rounds went.
 *
 * @param rounds each of them
 * @param afterwards what was wrong with items of earlier rounds when all were over
 */
public record ChaosReport(List<RoundReport> rounds, List<String> afterwards) {

  /** Whether nothing is wrong. */
  public boolean passes() {
    return failed() == 0 && afterwards.isEmpty();
  }

  private long failed() {
    return rounds.stream().filter(round -> !round.passes()).count();
  }

  /** The last line: {@code PASS rounds=50 failed=0 sold=…}. */
  public String line() {
    StringBuilder line = new StringBuilder(passes() ? "PASS" : "FAIL");
    line.append(" rounds=").append(rounds.size()).append(" failed=").append(failed());
    totals().forEach((name, sum) -> line.append(' ').append(name).append('=').append(sum));
    return line.toString();
  }

  private Map<String, Long> totals() {
    Map<String, Long> totals = new LinkedHashMap<>();
    rounds.forEach(
        round -> round.counts().forEach((name, count) -> totals.merge(name, count, Long::sum)));
    return totals;
  }

  /** The same for machines. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("verdict", passes() ? "PASS" : "FAIL")
        .put("failed", failed())
        .put("afterwards", new JsonArray(afterwards))
        .put("rounds", new JsonArray(rounds.stream().map(RoundReport::toJson).toList()));
  }
}
