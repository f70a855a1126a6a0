package seckill.order.outbox;

import io.vertx.core.json.JsonObject;

/**
 * How the outbox is worked off.
 *
 * @param lookMillis how often it is looked into, besides at once after a change
 * @param maxBatch tasks that one process claims at a time
 * @param requestTimeoutMillis how long the till may take for one task
 * @param leaseMillis after which the claims of a silent process are taken over
 * @param retryMinMillis shortest wait before a task is tried again
 * @param retryMaxMillis longest wait before a task is tried again
 * @param measureMillis how often it is measured
 * @param warnAgeMillis age of the oldest task from which health warns
 */
public record OutboxSettings(
    long lookMillis,
    int maxBatch,
    long requestTimeoutMillis,
    long leaseMillis,
    long retryMinMillis,
    long retryMaxMillis,
    long measureMillis,
    long warnAgeMillis) {

  /** Reads the section {@code outbox}. */
  public static OutboxSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("outbox");
    return new OutboxSettings(
        section.getLong("lookMillis"),
        section.getInteger("maxBatch"),
        section.getLong("requestTimeoutMillis"),
        section.getLong("leaseMillis"),
        section.getLong("retryMinMillis"),
        section.getLong("retryMaxMillis"),
        section.getLong("measureMillis"),
        section.getLong("warnAgeMillis"));
  }
}
