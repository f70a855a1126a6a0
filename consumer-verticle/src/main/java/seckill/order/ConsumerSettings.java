package seckill.order;

import io.vertx.core.json.JsonObject;

/**
 * How the streams are drained.
 *
 * @param instances loops in this process
 * @param name prefix of the consumer name, empty for the host name
 * @param maxBatch orders per transaction
 * @param maxRead orders per read over all streams together
 * @param blockMillis how long one read waits for new orders
 * @param gatherMillis pause after a read that was not full, for more orders to gather
 * @param discoverMillis how often the list of live items is read
 * @param claimIdleMillis after which an entry of a silent peer is taken over
 * @param claimMillis how often entries of silent peers are looked for
 * @param forgetMillis after which the name of a silent peer that owes nothing is removed
 * @param lookupItems live items in which an order that is not written yet is looked for
 * @param retryMinMillis shortest wait before a failed batch is tried again
 * @param retryMaxMillis longest wait before a failed batch is tried again
 * @param stopTimeoutMillis how long a stop waits for the batch under way
 */
record ConsumerSettings(
    int instances,
    String name,
    int maxBatch,
    int maxRead,
    long blockMillis,
    long gatherMillis,
    long discoverMillis,
    long claimIdleMillis,
    long claimMillis,
    long forgetMillis,
    int lookupItems,
    long retryMinMillis,
    long retryMaxMillis,
    long stopTimeoutMillis) {

  /** Reads the section {@code consumer}. */
  static ConsumerSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("consumer");
    return new ConsumerSettings(
        section.getInteger("instances"),
        section.getString("name"),
        section.getInteger("maxBatch"),
        section.getInteger("maxRead"),
        section.getLong("blockMillis"),
        section.getLong("gatherMillis"),
        section.getLong("discoverMillis"),
        section.getLong("claimIdleMillis"),
        section.getLong("claimMillis"),
        section.getLong("forgetMillis"),
        section.getInteger("lookupItems"),
        section.getLong("retryMinMillis"),
        section.getLong("retryMaxMillis"),
        section.getLong("stopTimeoutMillis"));
  }

  /** How long a blocking read may wait, so that discovery and claims come in time as well. */
  long waitMillis() {
    return Math.min(blockMillis, Math.min(discoverMillis, claimMillis));
  }
}
