package seckill.reconcile;

import io.vertx.core.json.JsonObject;

/**
 * One thing that was mended, or could not be.
 *
 * @param kind what it is
 * @param subject the order or the numbers it was done for
 * @param done whether it was done; otherwise it was refused and nothing was changed
 * @param detail one sentence for a person
 */
record Repair(RepairKind kind, String subject, boolean done, String detail) {
  JsonObject toJson() {
    return new JsonObject()
        .put("kind", kind.name())
        .put("subject", subject)
        .put("state", done ? "DONE" : "REFUSED")
        .put("detail", detail);
  }
}
