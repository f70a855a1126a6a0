package seckill.standalone.lab.trial;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import seckill.standalone.lab.redis.LabRedis;
import seckill.standalone.lab.redis.Line;
import seckill.standalone.lab.version.Press;
import seckill.standalone.lab.version.VersionKind;

/**
 * Lets versions sell the same units to the same crowd over the same connections, in rounds. Every
 * version is warmed by a whole sale that does not count, and in each round another one comes first.
 */
public final class Comparison {
  private final LabRedis redis;
  private final List<Line> lines;
  private final int units;
  private final List<Press> presses;
  private final Consumer<String> progress;

  public Comparison(
      LabRedis redis, List<Line> lines, int units, List<Press> presses, Consumer<String> progress) {
    this.redis = redis;
    this.lines = lines;
    this.units = units;
    this.presses = presses;
    this.progress = progress;
  }

  /** Measures versions; one result each, in their order. */
  public List<Measured> run(List<VersionKind> kinds, int rounds) {
    Map<VersionKind, List<Sale>> sales = new EnumMap<>(VersionKind.class);
    for (VersionKind kind : kinds) {
      sales.put(kind, new ArrayList<>());
      progress.accept("warming " + kind);
      sell(kind);
    }
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < kinds.size(); i++) {
        VersionKind kind = kinds.get((round + i) % kinds.size());
        progress.accept("round " + (round + 1) + " of " + rounds + ": " + kind);
        sales.get(kind).add(sell(kind));
      }
    }
    return kinds.stream().map(kind -> new Measured(kind, sales.get(kind))).toList();
  }

  private Sale sell(VersionKind kind) {
    return redis.await(
        "the sale of " + kind, () -> Race.run(redis, kind.make(), lines, units, presses));
  }
}
