package seckill.reconcile;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/**
 * The result of one reconciliation of one item; its JSON is described in the bus contract.
 *
 * @param openLetters dead letters that wait for a decision, also where the books balance
 * @param repairs what was mended on the ground of the findings
 * @param settlement how the sale was settled, or {@code null} while it is not over
 */
record Report(
    long itemId,
    Verdict verdict,
    Numbers numbers,
    List<Finding> findings,
    OpenLetters openLetters,
    List<Repair> repairs,
    Settlement settlement,
    Instant startedAt,
    Instant finishedAt) {
  /** The same report after repairs and settlement. */
  Report with(List<Repair> made, Settlement settled, Instant finished) {
    return new Report(
        itemId, verdict, numbers, findings, openLetters, made, settled, startedAt, finished);
  }

  JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("itemId", Long.toString(itemId))
            .put("verdict", verdict.name())
            .put("numbers", numbers.toJson())
            .put("findings", new JsonArray(findings.stream().map(Finding::toJson).toList()))
            .put("openDeadLetters", openLetters.toJson())
            .put("repairs", new JsonArray(repairs.stream().map(Repair::toJson).toList()))
            .put("startedAt", startedAt.toString())
            .put("finishedAt", finishedAt.toString());
    return settlement == null ? json : json.put("settlement", settlement.toJson());
  }
}
