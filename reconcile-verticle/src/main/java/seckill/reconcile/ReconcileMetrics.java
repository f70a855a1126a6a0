package seckill.reconcile;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What the auditor counts. */
final class ReconcileMetrics {
  private final Map<Verdict, Counter> verdicts = new EnumMap<>(Verdict.class);
  private final Map<FindingKind, Counter> findings = new EnumMap<>(FindingKind.class);
  private final Map<RepairKind, Counter> repairs = new EnumMap<>(RepairKind.class);
  private final Counter failures;
  private final Counter settled;
  private final Counter unsold;
  private final Counter skipped;
  private final Timer duration;
  private final AtomicLong lastFinishedMillis = new AtomicLong();

  ReconcileMetrics(MeterRegistry meters) {
    for (Verdict verdict : Verdict.values()) {
      verdicts.put(
          verdict,
          Counter.builder("seckill_reconcile_verdicts")
              .description("reports, by verdict")
              .tag("verdict", verdict.name())
              .register(meters));
    }
    for (FindingKind kind : FindingKind.values()) {
      findings.put(
          kind,
          Counter.builder("seckill_reconcile_findings")
              .description("users, orders or units in findings, by kind")
              .tag("kind", kind.name())
              .register(meters));
    }
    for (RepairKind kind : RepairKind.values()) {
      repairs.put(
          kind,
          Counter.builder("seckill_reconcile_repairs")
              .description("repairs made, by kind")
              .tag("kind", kind.name())
              .register(meters));
    }
    settled = Counter.builder("seckill_settled").description("sales settled").register(meters);
    unsold =
        Counter.builder("seckill_settled_unsold")
            .description("units that were left when sales were settled")
            .register(meters);
    failures =
        Counter.builder("seckill_reconcile_failures")
            .description("items that could not be read")
            .register(meters);
    skipped =
        Counter.builder("seckill_reconcile_skipped")
            .description("runs that found another one under way")
            .register(meters);
    duration =
        Timer.builder("seckill_reconcile_duration")
            .description("time of one report")
            .register(meters);
    Gauge.builder("seckill_reconcile_last_finished", lastFinishedMillis, at -> at.get() / 1000.0)
        .description("when the last reconciliation finished, whichever process did it")
        .baseUnit("seconds")
        .strongReference(true)
        .register(meters);
  }

  /** Counts a report of this process. */
  void count(Report report) {
    verdicts.get(report.verdict()).increment();
    report.findings().forEach(finding -> findings.get(finding.kind()).increment(finding.count()));
    report.repairs().stream()
        .filter(Repair::done)
        .forEach(repair -> repairs.get(repair.kind()).increment());
    duration.record(Duration.between(report.startedAt(), report.finishedAt()));
  }

  /** Counts a sale that this process settled. */
  void settled(long unsoldUnits) {
    settled.increment();
    unsold.increment(unsoldUnits);
  }

  void countFailure() {
    failures.increment();
  }

  /** Counts a scheduled run that found another one under way. */
  void countSkipped() {
    skipped.increment();
  }

  /** Notes that a reconciliation finished, in this or another process. */
  void finished(Instant at) {
    lastFinishedMillis.accumulateAndGet(at.toEpochMilli(), Math::max);
  }
}
