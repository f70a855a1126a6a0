package seckill.reconcile;

import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Texts;
import seckill.runtime.StoreFaults;

/** Hands reports out: to MySQL, then to the bus and the metrics. */
final class ReportDesk {
  private static final Logger LOG = LoggerFactory.getLogger(ReportDesk.class);
  private static final String SOURCE = "reconcile";

  private final ReportBooks books;
  private final EventBus bus;
  private final ReconcileMetrics metrics;
  private final int keepReports;

  ReportDesk(ReportBooks books, EventBus bus, ReconcileMetrics metrics, int keepReports) {
    this.books = books;
    this.bus = bus;
    this.metrics = metrics;
    this.keepReports = keepReports;
  }

  /** Stores and publishes a report if the run still holds its lease; otherwise does nothing. */
  Future<Report> publish(Run run, Report report) {
    // An id that MySQL does not know is not stored, or any caller could fill the table.
    Future<Void> stored =
        report.verdict() == Verdict.UNKNOWN_ITEM
            ? run.check()
            : run.confirm().compose(held -> books.save(run.fence(), report, keepReports));
    return stored.map(
        done -> {
          tell(report);
          return report;
        });
  }

  private void tell(Report report) {
    metrics.count(report);
    LOG.info(
        "item {} is {}: findings {}, {}",
        report.itemId(),
        report.verdict(),
        report.findings().size(),
        report.numbers());
    if (report.openLetters().count() > 0) {
      LOG.warn("item {}: open dead letters: {}", report.itemId(), report.openLetters().words());
    }
    if (report.verdict() != Verdict.UNKNOWN_ITEM) {
      bus.publish(Addresses.EVENT_RECONCILED, report.toJson());
    }
    report.findings().forEach(finding -> alert(report.itemId(), finding));
    tellRepairs(report);
  }

  private void tellRepairs(Report report) {
    long done = report.repairs().stream().filter(Repair::done).count();
    if (!report.repairs().isEmpty()) {
      alert(
          "REPAIRED",
          report.itemId(),
          Texts.counted(done, "repair")
              + " made, "
              + (report.repairs().size() - done)
              + " refused");
    }
  }

  /** Tells that a sale that is over cannot be settled yet. */
  void settlementWaits(long itemId, String reason) {
    alert("SETTLEMENT_WAITS", itemId, "the sale is over and not settled: " + reason);
  }

  /** Tells that an item could not be reconciled. */
  void failed(long itemId, Throwable cause) {
    LOG.error("cannot reconcile item {}", itemId, cause);
    metrics.countFailure();
    alert("RECONCILE_FAILED", itemId, "cannot reconcile: " + StoreFaults.words(cause));
  }

  /** Tells that an item is live in Redis and unknown to MySQL. */
  void stray(long itemId) {
    alert(Verdict.UNKNOWN_ITEM.name(), itemId, "live in Redis, but MySQL has no such item");
  }

  private void alert(long itemId, Finding finding) {
    JsonObject alert = alertOf(finding.kind().name(), itemId, finding.detail());
    if (!finding.users().isEmpty()) {
      alert.put("users", new JsonArray(finding.users()));
    }
    if (!finding.orders().isEmpty()) {
      alert.put("orders", new JsonArray(finding.orders()));
    }
    LOG.warn(
        "item {}: {}: {}; users {}, orders {}",
        itemId,
        finding.kind(),
        finding.detail(),
        finding.users(),
        finding.orders());
    bus.publish(Addresses.EVENT_ALERT, alert);
  }

  private void alert(String kind, long itemId, String detail) {
    LOG.warn("item {}: {}: {}", itemId, kind, detail);
    bus.publish(Addresses.EVENT_ALERT, alertOf(kind, itemId, detail));
  }

  private static JsonObject alertOf(String kind, long itemId, String detail) {
    return new JsonObject()
        .put("source", SOURCE)
        .put("kind", kind)
        .put("itemId", Long.toString(itemId))
        .put("detail", detail);
  }
}
