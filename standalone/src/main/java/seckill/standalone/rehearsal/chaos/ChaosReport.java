package seckill.standalone.rehearsal.chaos;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.Texts;

/**
 * How all rounds went.
 *
 * @param rounds each of them
 * @param afterwards what was wrong with items of earlier rounds when all were over
 * @param plan what was asked for
 */
public record ChaosReport(List<RoundReport> rounds, List<String> afterwards, ChaosPlan plan) {
  private static final String SOLD = "sold";

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

  /** What these rounds could not prove, each in one sentence. */
  public List<String> unproven() {
    List<String> unproven = new ArrayList<>();
    int buyers = plan.buyers() + plan.latecomers();
    if (plan.stock() >= buyers) {
      unproven.add(
          "that no unit is sold twice: no item sells out with "
              + Texts.counted(plan.stock(), "unit")
              + " for "
              + Texts.counted(buyers, "user"));
    }
    if (totals().getOrDefault(SOLD, 0L) == 0) {
      unproven.add("anything about orders: no unit was sold");
    }
    return unproven;
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
        .put("unproven", new JsonArray(unproven()))
        .put("rounds", new JsonArray(rounds.stream().map(RoundReport::toJson).toList()));
  }
}
