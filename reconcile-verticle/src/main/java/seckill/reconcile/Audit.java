package seckill.reconcile;

import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Holds the books of items against each other, within one run. */
final class Audit {
  private final SqlBooks sql;
  private final BooksReader reader;
  private final NameSearch names;
  private final Run run;
  private final ReconcileSettings settings;
  private final Clock clock;

  Audit(RedisBooks redis, SqlBooks sql, Run run, ReconcileSettings settings, Clock clock) {
    MessageWalk messages = new MessageWalk(redis, sql, run);
    this.sql = sql;
    this.reader = new BooksReader(redis, sql, messages, settings);
    this.names = new NameSearch(redis, sql, messages, run, settings);
    this.run = run;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Looks at an item once.
   *
   * @param compareNames whether to compare names even if all numbers agree
   * @return nothing for an unknown item
   */
  Future<Optional<Inspection>> inspect(long itemId, boolean compareNames) {
    Instant startedAt = clock.instant();
    return run.check()
        .compose(held -> reader.read(itemId))
        .compose(
            found ->
                found.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : gaps(itemId, found.get(), compareNames)
                        .map(gaps -> Inspection.now(itemId, found.get(), gaps, startedAt))
                        .map(Optional::of));
  }

  private Future<NameGaps> gaps(long itemId, Reading reading, boolean compareNames) {
    boolean needed = compareNames || reading.countsDisagree() || reading.namesDisagree();
    return needed && reading.present()
        ? names.search(itemId)
        : Future.succeededFuture(NameGaps.none());
  }

  /** Looks at a suspicious item again once the grace time is over, and keeps what lasted. */
  Future<Report> confirm(Inspection first) {
    return run.pause(settings.graceMillis() - first.ageMillis())
        .compose(due -> inspect(first.itemId(), true))
        .compose(
            second ->
                second.isEmpty()
                    ? Future.succeededFuture(unknown(first.itemId(), first.startedAt()))
                    : conclude(first, second.get()));
  }

  private Future<Report> conclude(Inspection first, Inspection second) {
    LastingGaps lasting = LastingGaps.between(first, second);
    int listed = (int) Math.min(lasting.oversold(), settings.maxListed());
    Future<List<String>> youngest =
        listed == 0
            ? Future.succeededFuture(List.of())
            : sql.youngestOrders(second.itemId(), listed);
    return youngest.map(
        orders ->
            report(second, lasting.findings(settings.maxListed(), orders), first.startedAt()));
  }

  /** The report on a look that showed nothing suspicious. */
  Report report(Inspection inspection) {
    return report(inspection, List.of(), inspection.startedAt());
  }

  private Report report(Inspection last, List<Finding> findings, Instant startedAt) {
    Verdict verdict =
        !findings.isEmpty()
            ? Verdict.FINDINGS
            : last.reading().settled() ? Verdict.BALANCED : Verdict.IN_FLIGHT;
    return new Report(
        last.itemId(), verdict, last.reading().numbers(), findings, startedAt, clock.instant());
  }

  /** The report on an item that MySQL does not have. */
  Report unknown(long itemId, Instant startedAt) {
    return new Report(
        itemId, Verdict.UNKNOWN_ITEM, Numbers.NONE, List.of(), startedAt, clock.instant());
  }
}
