package seckill.standalone.lab;

import java.util.List;
import java.util.function.Consumer;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.report.Findings;
import seckill.standalone.lab.trial.Comparison;
import seckill.standalone.lab.trial.Duel;
import seckill.standalone.lab.trial.EdgeBurst;
import seckill.standalone.lab.trial.Growth;
import seckill.standalone.lab.trial.LostUnit;
import seckill.standalone.lab.trial.Measured;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.lab.trial.Watched;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.VersionKind;
import seckill.standalone.process.Machine;
import seckill.standalone.process.Teardown;

/** Puts the versions to every trial: first what is no luck, then the crowd. */
public final class Lab {
  private static final int GROWTH_UNITS = 200;

  private final Plan plan;
  private final LabRedis redis;
  private final Consumer<String> progress;

  /**
   * Opens the lab.
   *
   * @param redisUrl of the Redis to use; {@code null} for a throw-away one
   * @param progress hears what begins
   */
  public static Lab open(Plan plan, String redisUrl, Teardown teardown, Consumer<String> progress) {
    progress.accept(redisUrl == null ? "starting Redis" : "connecting to Redis");
    LabRedis redis =
        redisUrl == null ? LabStore.throwAway(teardown) : LabStore.at(redisUrl, teardown);
    return new Lab(plan, redis, progress);
  }

  private Lab(Plan plan, LabRedis redis, Consumer<String> progress) {
    this.plan = plan;
    this.redis = redis;
    this.progress = progress;
  }

  /** Runs all trials of the plan's versions. */
  public Findings run() {
    boolean retrying = plan.kinds().contains(VersionKind.V2);
    boolean givingBack = plan.kinds().contains(VersionKind.V4);
    progress.accept("two buyers and one unit, by turns");
    List<Duel> duels = plan.kinds().stream().map(kind -> Duel.fight(redis, kind)).toList();
    LostUnit lostUnit = givingBack ? LostUnit.lose(redis) : null;
    EdgeBurst edge = plan.isWhole() ? EdgeBurst.press(redis) : null;
    List<Line> lines = redis.lines(plan.clients());
    List<Press> crowd = plan.crowd();
    List<Measured> measured =
        new Comparison(redis, lines, plan.stock(), crowd, progress)
            .run(plan.kinds(), plan.rounds());
    List<Growth> growth =
        retrying
            ? Growth.measure(redis, lines, Math.min(plan.stock(), GROWTH_UNITS), progress)
            : List.of();
    Watched watched = givingBack ? Watched.sell(redis, lines, plan.stock(), crowd) : null;
    return new Findings(
        Machine.describe() + ", Redis " + version(),
        plan,
        duels,
        measured,
        growth,
        watched,
        lostUnit,
        edge);
  }

  private String version() {
    return redis.await("the version of Redis", redis::version);
  }
}
