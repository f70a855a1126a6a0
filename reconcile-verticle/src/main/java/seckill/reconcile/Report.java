package seckill.reconcile;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;

/** The result of one reconciliation of one item; its JSON is described in the bus contract. */
record Report(
    long itemId,
    Verdict verdict,
    Numbers numbers,
    List<Finding> findings,
    Instant startedAt,
    Instant finishedAt) {

  JsonObject toJson() {
    return new JsonObject()
        .put("itemId", Long.toString(itemId))
        .put("verdict", verdict.name())
        .put("numbers", numbers.toJson())
        .put("findings", new JsonArray(findings.stream().map(Finding::toJson).toList()))
        .put("startedAt", startedAt.toString())
        .put("finishedAt", finishedAt.toString());
  }
}
