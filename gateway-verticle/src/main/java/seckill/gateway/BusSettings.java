package seckill.gateway;

import io.vertx.core.json.JsonObject;

/**
 * How the event bus is used.
 *
 * @param purchaseTimeoutMillis after which a purchase is answered PENDING
 * @param requestTimeoutMillis after which any other request is answered DEGRADED
 * @param readTimeoutMillis the same for questions, which change nothing
 * @param reconcileTimeoutMillis the same for a reconciliation on demand and for a preheat
 * @param maxBatch attempts per message
 * @param maxInFlight messages under way per item and event loop
 * @param maxWaiting attempts that may wait per event loop
 */
record BusSettings(
    long purchaseTimeoutMillis,
    long requestTimeoutMillis,
    long readTimeoutMillis,
    long reconcileTimeoutMillis,
    int maxBatch,
    int maxInFlight,
    int maxWaiting) {

  static BusSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("bus");
    return new BusSettings(
        section.getLong("purchaseTimeoutMillis"),
        section.getLong("requestTimeoutMillis"),
        section.getLong("readTimeoutMillis"),
        section.getLong("reconcileTimeoutMillis"),
        section.getInteger("maxBatch"),
        section.getInteger("maxInFlight"),
        section.getInteger("maxWaiting"));
  }
}
