package seckill.order;

import io.vertx.core.json.JsonObject;
import java.util.function.LongSupplier;

/**
 * How the streams are drained.
 *
 * @param instances loops in this process
 * @param name prefix of the consumer name, empty for the host name
 * @param maxBatch orders per transaction
 * @param maxRead orders per read over all streams together
 * @param blockMillis how long one read waits for new orders
 * @param gatherMillis shortest pause after a read that was not full, for more orders to gather
 * @param discoverMillis how often the list of live items is read
 * @param claimIdleMillis after which an entry of a silent peer is taken over
 * @param claimMillis how often entries of silent peers are looked for
 * @param forgetMillis after which the name of a silent peer that owes nothing is removed
 * @param lookupItems live items in which an order that is not written yet is looked for
 * @param retryMinMillis shortest wait before a failed batch is tried again
 * @param retryMaxMillis longest wait before a failed batch is tried again
 * @param stopTimeoutMillis how long a stop waits for the batch under way
 * @param maxDeliveries how often a message that cannot be read or stored is delivered
 * @param ordersPerSecond that may land by this process, 0 for as many as can
 * @param trimAfterMillis how long settled entries stay in a stream
 * @param trimMillis how often settled entries are removed, 0 for never
 * @param backlogWarn unwritten orders above which a person is warned, 0 for never
 * @param oldestWarnMillis age of an unwritten order above which a person is warned, 0 for never
 * @param returnTimeoutMillis how long the till may take to give a discarded letter's unit back
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
    long stopTimeoutMillis,
    int maxDeliveries,
    int ordersPerSecond,
    long trimAfterMillis,
    long trimMillis,
    long backlogWarn,
    long oldestWarnMillis,
    long returnTimeoutMillis) {

  /** With a limited rate, so many batches fit into a second: items take turns by batches. */
  private static final int TURNS_PER_SECOND = 10;

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
        section.getLong("stopTimeoutMillis"),
        section.getInteger("maxDeliveries"),
        section.getInteger("ordersPerSecond"),
        section.getLong("trimAfterMillis"),
        section.getLong("trimMillis"),
        section.getLong("backlogWarn"),
        section.getLong("oldestWarnMillis"),
        section.getLong("returnTimeoutMillis"));
  }

  /** Orders of one batch; what is read ahead must not wait for its turn for long. */
  int batchSize() {
    return ordersPerSecond == 0
        ? maxBatch
        : Math.min(maxBatch, Math.max(1, ordersPerSecond / TURNS_PER_SECOND));
  }

  /** The rate that all loops of a process share. */
  LandingRate landingRate(LongSupplier nanoClock) {
    return new LandingRate(ordersPerSecond, batchSize(), nanoClock);
  }

  /** How long a blocking read may wait, so that discovery and claims come in time as well. */
  long waitMillis() {
    return Math.min(blockMillis, Math.min(discoverMillis, claimMillis));
  }
}
