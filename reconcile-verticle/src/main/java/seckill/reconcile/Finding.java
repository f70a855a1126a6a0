package seckill.reconcile;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * One lasting gap.
 *
 * @param kind what it is
 * @param count exactly how many users, orders or units
 * @param users whom it concerns, at most as many as the settings allow
 * @param orders the order ids it concerns, at most as many as the settings allow
 * @param detail one sentence for a person
 */
record Finding(
    FindingKind kind, long count, List<String> users, List<String> orders, String detail) {
  JsonObject toJson() {
    return new JsonObject()
        .put("kind", kind.name())
        .put("count", count)
        .put("users", new JsonArray(users))
        .put("orders", new JsonArray(orders))
        .put("detail", detail)
        .put("advice", kind.advice());
  }
}
