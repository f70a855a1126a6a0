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
  private final SideSearch sides;
  private final Run run;
  private final ReconcileSettings settings;
  private final Clock clock;

  Audit(RedisBooks redis, SqlBooks sql, Run run, ReconcileSettings settings, Clock clock) {
    MessageWalk messages = new MessageWalk(redis, sql, run);
    this.sql = sql;
    this.reader = new BooksReader(redis, sql, messages, settings);
    this.names = new NameSearch(redis, sql, messages, run, settings);
    this.sides = new SideSearch(sql, messages, settings, clock);
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
                    : inspect(itemId, found.get(), compareNames, startedAt).map(Optional::of));
  }

  private Future<Inspection> inspect(
      long itemId, Reading reading, boolean compareNames, Instant startedAt) {
    boolean needed = compareNames || reading.countsDisagree() || reading.namesDisagree();
    Future<NameGaps> gaps =
        needed && reading.present()
            ? names.search(itemId).map(found -> reading.expired() ? found.lostOnly() : found)
            : Future.succeededFuture(NameGaps.none());
    return gaps.compose(
        found ->
            sides
                .search(itemId, reading, compareNames || reading.lettersDisagree())
                .map(side -> Inspection.now(itemId, reading, found, side, startedAt)));
  }

  /** Looks at a suspicious item again once the grace time is over; nothing if it has vanished. */
  Future<Optional<Inspection>> again(Inspection first, long graceMillis) {
    return run.pause(graceMillis - first.ageMillis()).compose(due -> inspect(first.itemId(), true));
  }

  /** What two looks have in common, as findings. */
  Future<List<Finding>> findings(Inspection second, LastingGaps lasting) {
    int listed = (int) Math.min(lasting.oversold(), settings.maxListed());
    Future<List<String>> youngest =
        listed == 0
            ? Future.succeededFuture(List.of())
            : sql.youngestOrders(second.itemId(), listed);
    return youngest.map(orders -> lasting.findings(settings.maxListed(), orders));
  }

  /** The report on the last look at an item. */
  Future<Report> report(Inspection last, List<Finding> findings, Instant startedAt) {
    long open = last.reading().numbers().waiting().letters();
    Future<OpenLetters> letters =
        open == 0
            ? Future.succeededFuture(OpenLetters.NONE)
            : sql.letters()
                .open(last.itemId(), settings.maxListed())
                .map(oldest -> new OpenLetters(open, oldest));
    return letters.map(found -> report(last, findings, found, startedAt));
  }

  private Report report(
      Inspection last, List<Finding> findings, OpenLetters letters, Instant startedAt) {
    Verdict verdict =
        !findings.isEmpty()
            ? Verdict.FINDINGS
            : last.reading().settled() ? Verdict.BALANCED : Verdict.IN_FLIGHT;
    return new Report(
        last.itemId(),
        verdict,
        last.reading().numbers(),
        findings,
        letters,
        List.of(),
        null,
        startedAt,
        clock.instant());
  }

  /** The report on an item that MySQL does not have. */
  Report unknown(long itemId, Instant startedAt) {
    return new Report(
        itemId,
        Verdict.UNKNOWN_ITEM,
        Numbers.NONE,
        List.of(),
        OpenLetters.NONE,
        List.of(),
        null,
        startedAt,
        clock.instant());
  }
}
