package seckill.standalone.lab.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import seckill.standalone.lab.redis.Step;
import seckill.standalone.lab.trial.Duel;
import seckill.standalone.lab.trial.EdgeBurst;
import seckill.standalone.lab.trial.Growth;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.trial.Sale;
import seckill.standalone.lab.trial.Watched;
import seckill.standalone.lab.version.VersionKind;
import seckill.standalone.report.Grid;

/** What was found, as tables in one language. */
public final class Tables {
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1000;

  private final Findings findings;
  private final Words words;

  public Tables(Findings findings, Words words) {
    this.findings = findings;
    this.words = words;
  }

  /** The tables there are, by name, the comparison of all versions last. */
  public Map<String, Grid> all() {
    Map<String, Grid> tables = new LinkedHashMap<>();
    if (findings.overselling() != null) {
      tables.put("turns", steps(findings.overselling().steps()));
    }
    tables.put("duels", duels());
    if (!findings.growth().isEmpty()) {
      tables.put("retries", retries());
    }
    if (findings.watched() != null) {
      tables.put("watcher", watcher(findings.watched()));
    }
    if (findings.lostUnit() != null) {
      tables.put("lost-unit", steps(findings.lostUnit().steps()));
    }
    if (findings.edge() != null) {
      tables.put("edge", edge(findings.edge()));
    }
    tables.put("answers", answers());
    tables.put("versions", versions());
    return tables;
  }

  /** Where, how big, and how often. */
  public String circumstances() {
    Plan plan = findings.plan();
    return words.of(
        "circumstances",
        findings.machine(),
        plan.stock(),
        plan.requests(),
        plan.users(),
        plan.clients(),
        plan.rounds(),
        plan.seed());
  }

  private String name(VersionKind kind) {
    return kind + " " + words.of(kind.name());
  }

  private List<String> head(String... names) {
    return Arrays.stream(names).map(words::of).toList();
  }

  private Grid steps(List<Step> steps) {
    List<List<String>> rows = new ArrayList<>();
    for (Step step : steps) {
      String reply = step.reply().equals(Step.LOST) ? words.of("lost") : step.reply();
      rows.add(List.of(step.who(), step.command(), reply));
    }
    return new Grid(head("who", "command", "reply"), rows);
  }

  private Grid duels() {
    List<List<String>> rows = new ArrayList<>();
    for (Duel duel : findings.duels()) {
      rows.add(
          List.of(
              name(duel.kind()),
              Figures.whole(duel.tally().sold()),
              Figures.whole(duel.left().stock()),
              Figures.whole(duel.tally().retries()),
              Figures.whole(duel.tally().belowZero())));
    }
    return new Grid(head("version", "sold", "stock", "retries", "below-zero"), rows);
  }

  private Grid versions() {
    List<List<String>> rows = new ArrayList<>();
    for (Measured measured : findings.measured()) {
      rows.add(
          List.of(
              name(measured.kind()),
              Figures.whole(measured.spread(Sale::millis).median()),
              Figures.spread(measured.spread(Sale::perSecond)),
              Figures.whole(measured.spread(Sale::sold).median()),
              Figures.spread(measured.spread(Sale::oversold)),
              Figures.whole(measured.spread(sale -> sale.left().stock()).median()),
              Figures.whole(measured.spread(sale -> sale.left().messages()).median()),
              Figures.ratio(measured.spread(Sale::sentPerUnit).median()),
              Figures.ratio(measured.spread(Sale::insidePerUnit).median())));
    }
    return new Grid(
        head(
            "version",
            "millis",
            "per-second",
            "sold",
            "oversold",
            "stock",
            "messages",
            "sent-per-unit",
            "inside-per-unit"),
        rows);
  }

  private Grid answers() {
    List<List<String>> rows = new ArrayList<>();
    for (Measured measured : findings.measured()) {
      rows.add(
          List.of(
              name(measured.kind()),
              Figures.whole(measured.spread(sale -> sale.tally().answers()).median()),
              Figures.whole(measured.spread(Sale::sold).median()),
              Figures.whole(measured.spread(sale -> sale.tally().duplicates()).median()),
              Figures.whole(measured.spread(sale -> sale.tally().soldOut()).median()),
              Figures.whole(measured.spread(sale -> sale.tally().retries()).median()),
              Figures.whole(measured.spread(sale -> sale.tally().belowZero()).median())));
    }
    return new Grid(
        head("version", "presses", "sold", "duplicates", "sold-out", "retries", "below-zero"),
        rows);
  }

  private Grid retries() {
    List<List<String>> rows = new ArrayList<>();
    for (Growth growth : findings.growth()) {
      rows.add(
          List.of(
              Figures.whole(growth.clients()),
              Figures.whole(growth.sale().sold()),
              Figures.whole(growth.sale().oversold()),
              Figures.whole(growth.sale().tally().retries()),
              Figures.ratio(growth.retriesPerUnit()),
              Figures.ratio(growth.sale().sentPerUnit())));
    }
    return new Grid(
        head("clients", "sold", "oversold", "retries", "retries-per-unit", "sent-per-unit"), rows);
  }

  private Grid watcher(Watched watched) {
    return new Grid(
        head("moments", "stretches", "lowest", "share-below", "stock"),
        List.of(
            List.of(
                Figures.whole(watched.seen().moments()),
                Figures.whole(watched.seen().stretches()),
                Figures.whole(watched.seen().lowest()),
                Figures.whole(watched.shareBelowZero() * PERCENT) + " %",
                Figures.whole(watched.seen().last()))));
  }

  private Grid edge(EdgeBurst edge) {
    List<List<String>> rows = new ArrayList<>();
    for (EdgeBurst.Burst burst : edge.bursts()) {
      rows.add(
          List.of(
              String.format(Locale.ROOT, "%+.1f s", burst.offsetMillis() / MILLIS_PER_SECOND),
              Figures.whole(burst.presses()),
              Figures.whole(burst.fixed()),
              Figures.whole(burst.sliding())));
    }
    return new Grid(head("from-edge", "presses", "fixed", "sliding"), rows);
  }
}
