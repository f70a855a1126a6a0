package seckill.standalone.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import seckill.standalone.lab.redis.Step;
import seckill.standalone.lab.trial.Duel;
import seckill.standalone.lab.trial.EdgeBurst;
import seckill.standalone.lab.trial.Growth;
import seckill.standalone.lab.trial.LostUnit;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.trial.Sale;
import seckill.standalone.lab.trial.StockWatcher;
import seckill.standalone.lab.trial.Tally;
import seckill.standalone.lab.trial.Watched;
import seckill.standalone.lab.version.Answer;
import seckill.standalone.lab.version.Answer.Verdict;
import seckill.standalone.lab.version.Shelf;
import seckill.standalone.lab.version.VersionKind;

/** Findings as a run without surprises brings them: 2 units, 5 presses by 4 users. */
final class SampleFindings {
  private static final long MILLI = 1_000_000;

  private SampleFindings() {}

  static Plan plan(VersionKind... kinds) {
    return new Plan(2, 4, 5, 4, 3, 7, Arrays.asList(kinds));
  }

  static Findings whole() {
    return of(VersionKind.values());
  }

  static Findings of(VersionKind... kinds) {
    List<VersionKind> all = Arrays.asList(kinds);
    boolean givingBack = all.contains(VersionKind.V4);
    boolean whole = all.size() == VersionKind.values().length;
    return new Findings(
        "1 core",
        plan(kinds),
        all.stream().map(SampleFindings::duel).toList(),
        all.stream().map(SampleFindings::measured).toList(),
        all.contains(VersionKind.V2) ? List.of(growth(1, 0), growth(4, 6)) : List.of(),
        givingBack
            ? new Watched(new StockWatcher.Seen(3, 1, -2, 1500, 0), sale(VersionKind.V4, 3 * MILLI))
            : null,
        givingBack
            ? new LostUnit(
                List.of(new Step("B", "INCR stock", Step.LOST)),
                -1,
                Verdict.SOLD_OUT,
                new Shelf(0, 0))
            : null,
        whole
            ? new EdgeBurst(
                List.of(
                    new EdgeBurst.Burst(-100, 20, 10, 10),
                    new EdgeBurst.Burst(100, 20, 10, 0),
                    new EdgeBurst.Burst(59_900, 20, 0, 10)))
            : null);
  }

  static Duel duel(VersionKind kind) {
    int sold = kind == VersionKind.V1 ? 2 : 1;
    return new Duel(
        kind,
        List.of(new Step("A", "GET stock", "1"), new Step("B", "GET stock", "1")),
        tally(sold, 2 - sold, 0, 0, 0),
        new Shelf(1 - sold, 0));
  }

  private static Measured measured(VersionKind kind) {
    return new Measured(
        kind, List.of(sale(kind, 2 * MILLI), sale(kind, MILLI), sale(kind, 4 * MILLI)));
  }

  static Sale sale(VersionKind kind, long nanos) {
    int sold = kind == VersionKind.V1 ? 3 : 2;
    int duplicates = kind.knowsUsers() ? 1 : 0;
    int refused = 5 - sold - duplicates;
    return new Sale(
        2,
        nanos,
        tally(
            sold,
            refused,
            duplicates,
            kind == VersionKind.V2 ? 3 : 0,
            kind == VersionKind.V4 ? refused : 0),
        Map.of("GET", 9L),
        Map.of("GET", 9L, "DECR", 2L),
        new Shelf(2 - sold, kind.knowsUsers() ? sold : 0));
  }

  private static Growth growth(int clients, int retries) {
    return new Growth(
        clients,
        new Sale(
            2,
            MILLI,
            tally(2, 0, 0, retries, 0),
            Map.of("GET", 4L),
            Map.of("GET", 4L),
            new Shelf(0, 0)));
  }

  private static Tally tally(int sold, int soldOut, int duplicates, int retries, int belowZero) {
    Tally tally = new Tally();
    for (int i = 0; i < sold; i++) {
      tally.add(new Answer(Verdict.SOLD, i == 0 ? retries : 0, 0));
    }
    for (int i = 0; i < soldOut; i++) {
      tally.add(new Answer(Verdict.SOLD_OUT, 0, i < belowZero ? 1 : 0));
    }
    for (int i = 0; i < duplicates; i++) {
      tally.add(new Answer(Verdict.DUPLICATE, 0, 0));
    }
    return tally;
  }
}
