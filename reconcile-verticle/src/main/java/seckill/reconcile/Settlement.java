package seckill.reconcile;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * How a sale that is over was settled, or why it is not yet.
 *
 * @param units units that were for sale
 * @param sold of them when it was settled
 * @param unsold what went back to the item, units that came back since included
 * @param settledAt when, or {@code null} if it waits
 * @param waitsFor what it waits for, or {@code null}
 */
record Settlement(long units, long sold, long unsold, Instant settledAt, String waitsFor) {
  static Settlement waiting(String waitsFor) {
    return new Settlement(0, 0, 0, null, waitsFor);
  }

  boolean isDone() {
    return settledAt != null;
  }

  JsonObject toJson() {
    if (!isDone()) {
      return new JsonObject().put("state", "WAITING").put("waitsFor", waitsFor);
    }
    return new JsonObject()
        .put("state", "SETTLED")
        .put("units", units)
        .put("sold", sold)
        .put("unsold", unsold)
        .put("settledAt", settledAt.toString());
  }
}
