package seckill.reconcile;

import io.vertx.core.json.JsonObject;
import java.time.Duration;

/**
 * How the auditor works.
 *
 * @param cron when all items are reconciled
 * @param saleIntervalMillis how often items in their sale window are, 0 for never
 * @param afterSaleMillis how long after its end a sale that is not balanced is still looked at
 * @param leaseMillis how long the lease of a dead holder keeps others away
 * @param graceMillis how long a gap must last before it is a finding
 * @param maxListed users or orders listed per finding
 * @param maxTracked names held in memory at once
 * @param pageSize names read at a time
 * @param readTries tries to read both stores while Redis stands still
 * @param keepReports reports kept per item
 * @param stuckOutboxMillis age of a change in the outbox from which it is a finding
 * @param settleAfterMillis how long after its end a sale is settled at the earliest
 * @param runLimitMillis how long a run may take before it is given up
 * @param alarmAfterMillis age of the last finished run that is told, 0 for never
 * @param stopTimeoutMillis how long a stop waits for the run under way
 * @param retentionMillis how long the keys of an item are kept after the end of its sale
 */
record ReconcileSettings(
    CronSchedule cron,
    long saleIntervalMillis,
    long afterSaleMillis,
    long leaseMillis,
    long graceMillis,
    int maxListed,
    int maxTracked,
    int pageSize,
    int readTries,
    int keepReports,
    long stuckOutboxMillis,
    long settleAfterMillis,
    long runLimitMillis,
    long alarmAfterMillis,
    long stopTimeoutMillis,
    long retentionMillis) {

  /**
   * Reads the section {@code reconcile}, and of {@code sale} how long keys are kept.
   *
   * @throws seckill.config.ConfigException if the cron expression is none
   */
  static ReconcileSettings of(JsonObject settings) {
    JsonObject section = settings.getJsonObject("reconcile");
    return new ReconcileSettings(
        CronSchedule.parse(section.getString("cron")),
        section.getLong("saleIntervalMillis"),
        section.getLong("afterSaleMillis"),
        section.getLong("leaseMillis"),
        section.getLong("graceMillis"),
        section.getInteger("maxListed"),
        section.getInteger("maxTracked"),
        section.getInteger("pageSize"),
        section.getInteger("readTries"),
        section.getInteger("keepReports"),
        section.getLong("stuckOutboxMillis"),
        section.getLong("settleAfterMillis"),
        section.getLong("runLimitMillis"),
        section.getLong("alarmAfterMillis"),
        section.getLong("stopTimeoutMillis"),
        settings.getJsonObject("sale").getLong("retentionMillis"));
  }

  Duration afterSale() {
    return Duration.ofMillis(afterSaleMillis);
  }
}
