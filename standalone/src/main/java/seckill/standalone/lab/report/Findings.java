package seckill.standalone.lab.report;

import java.util.List;
import seckill.standalone.lab.trial.Duel;
import seckill.standalone.lab.trial.EdgeBurst;
import seckill.standalone.lab.trial.Growth;
import seckill.standalone.lab.trial.LostUnit;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.trial.Watched;
import seckill.standalone.lab.version.VersionKind;

/**
 * All that one run of the lab has found.
 *
 * @param machine and what runs on it
 * @param duels two buyers and one unit, of each version
 * @param measured sales, of each version
 * @param growth of the retries of V2; empty without it
 * @param watched sale of V4; {@code null} without it
 * @param lostUnit of V4; {@code null} without it
 * @param edge of the limiters; {@code null} unless every version takes part
 */
public record Findings(
    String machine,
    Plan plan,
    List<Duel> duels,
    List<Measured> measured,
    List<Growth> growth,
    Watched watched,
    LostUnit lostUnit,
    EdgeBurst edge) {

  /** The duel that shows how V1 oversells; {@code null} without it. */
  Duel overselling() {
    return duels.stream().filter(duel -> duel.kind() == VersionKind.V1).findFirst().orElse(null);
  }
}
