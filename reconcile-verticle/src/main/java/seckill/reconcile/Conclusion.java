package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What follows from a look at an item: a second look, repairs, the settlement, and the report. */
final class Conclusion {
  private final ReportDesk desk;
  private final Repairs repairs;
  private final Settlements settlements;
  private final Housekeeping housekeeping;
  private final ReconcileSettings settings;
  private final RepairSettings repairSettings;
  private final Clock clock;

  Conclusion(
      ReportDesk desk,
      Repairs repairs,
      Settlements settlements,
      Housekeeping housekeeping,
      ReconcileSettings settings,
      RepairSettings repairSettings,
      Clock clock) {
    this.desk = desk;
    this.repairs = repairs;
    this.settlements = settlements;
    this.housekeeping = housekeeping;
    this.settings = settings;
    this.repairSettings = repairSettings;
    this.clock = clock;
  }

  /**
   * Concludes from a first look.
   *
   * @param kinds what may be mended
   */
  Future<Report> of(Run run, Audit audit, Set<RepairKind> kinds, Inspection first) {
    if (!first.suspicious()) {
      return conclude(run, audit, kinds, first, first, LastingGaps.none(first));
    }
    long graceMillis =
        kinds.isEmpty()
            ? settings.graceMillis()
            : Math.max(settings.graceMillis(), repairSettings.graceMillis());
    return audit
        .again(first, graceMillis)
        .compose(
            second ->
                second.isEmpty()
                    ? desk.publish(run, audit.unknown(first.itemId(), first.startedAt()))
                    : conclude(
                        run,
                        audit,
                        kinds,
                        first,
                        second.get(),
                        LastingGaps.between(first, second.get())));
  }

  private Future<Report> conclude(
      Run run,
      Audit audit,
      Set<RepairKind> kinds,
      Inspection first,
      Inspection last,
      LastingGaps lasting) {
    return audit
        .findings(last, lasting)
        .compose(findings -> audit.report(last, findings, first.startedAt()))
        .compose(report -> mend(run, kinds, last, lasting, report))
        .compose(report -> settle(run, last, report))
        .compose(report -> desk.publish(run, report))
        .compose(report -> housekeeping.tidy(last, report).map(report));
  }

  private Future<Report> mend(
      Run run, Set<RepairKind> kinds, Inspection last, LastingGaps lasting, Report report) {
    Future<List<Repair>> made =
        kinds.isEmpty()
            ? Future.succeededFuture(List.of())
            : repairs.mend(run, kinds, last, lasting);
    return made.map(repaired -> report.with(repaired, null, clock.instant()));
  }

  private Future<Report> settle(Run run, Inspection last, Report report) {
    Future<Optional<Settlement>> settled =
        report.repairs().isEmpty()
            ? settlements.settle(run, last, report.findings())
            : Future.succeededFuture(Optional.empty());
    return settled.map(
        settlement -> report.with(report.repairs(), settlement.orElse(null), clock.instant()));
  }
}
