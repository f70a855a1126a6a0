package seckill.standalone.lab.report;

import java.util.ArrayList;
import java.util.List;
import seckill.standalone.lab.trial.Duel;
import seckill.standalone.lab.trial.EdgeBurst;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.trial.Sale;
import seckill.standalone.lab.version.VersionKind;

/** What must come out whatever the machine: the lab fails if it does not. */
public final class LabLaws {
  private final List<String> broken = new ArrayList<>();

  private LabLaws() {}

  /** A sentence for each law that does not hold; none if all do. */
  public static List<String> broken(Findings findings) {
    LabLaws laws = new LabLaws();
    findings.duels().forEach(laws::duel);
    for (Measured measured : findings.measured()) {
      measured.sales().forEach(sale -> laws.sale(findings.plan(), measured.kind(), sale));
    }
    if (findings.watched() != null) {
      laws.require(
          findings.watched().seen().moments() == findings.watched().sale().tally().belowZero(),
          "the watcher of V4 saw another number of moments below zero than the buyers");
    }
    if (findings.lostUnit() != null) {
      laws.require(findings.lostUnit().lost() == 1, "V4 lost no unit over the cut connection");
    }
    if (findings.edge() != null) {
      laws.require(
          findings.edge().fixedAtEdge() == 2 * EdgeBurst.LIMIT,
          "the fixed window let no double burst through");
      laws.require(
          findings.edge().slidingAtEdge() == EdgeBurst.LIMIT,
          "the sliding window let something else through than its limit");
    }
    return laws.broken;
  }

  private void duel(Duel duel) {
    long sold = duel.kind().isSafe() ? 1 : 2;
    require(
        duel.tally().sold() == sold && duel.left().stock() == 1 - sold,
        duel.kind() + " sold " + duel.tally().sold() + " of 1 by turns");
  }

  private void sale(Plan plan, VersionKind kind, Sale sale) {
    long expected = plan.expected(kind);
    require(
        sale.tally().answers() == plan.requests(),
        kind + " answered " + sale.tally().answers() + " of " + plan.requests());
    require(
        sale.left().stock() == plan.stock() - sale.sold(),
        kind + " sold " + sale.sold() + " and left " + sale.left().stock());
    require(
        kind.isSafe() ? sale.sold() == expected : sale.sold() >= expected,
        kind + " sold " + sale.sold() + " where " + expected + " were to be sold");
    require(
        sale.left().messages() == (kind.knowsUsers() ? sale.sold() : 0),
        kind + " wrote " + sale.left().messages() + " messages for " + sale.sold() + " sold");
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      broken.add(otherwise);
    }
  }
}
