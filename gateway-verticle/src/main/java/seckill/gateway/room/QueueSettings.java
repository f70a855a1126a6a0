package seckill.gateway.room;

import io.vertx.core.json.JsonObject;

/**
 * How the waiting room is asked.
 *
 * @param enabled whether this gateway serves it
 * @param timeoutMillis after which a join or a question is answered DEGRADED
 * @param maxBatch joins or questions per message
 * @param maxInFlight messages under way per item and event loop, for joins and for questions each
 * @param maxWaiting joins or questions that may wait per event loop
 */
public record QueueSettings(
    boolean enabled, long timeoutMillis, int maxBatch, int maxInFlight, int maxWaiting) {
  static final String SECTION = "queue";

  /** Reads the section {@code queue} of a document. */
  public static QueueSettings of(JsonObject settings) {
    return ofSection(settings.getJsonObject(SECTION));
  }

  static QueueSettings ofSection(JsonObject section) {
    return new QueueSettings(
        section.getBoolean("enabled"),
        section.getLong("timeoutMillis"),
        section.getInteger("maxBatch"),
        section.getInteger("maxInFlight"),
        section.getInteger("maxWaiting"));
  }
}
