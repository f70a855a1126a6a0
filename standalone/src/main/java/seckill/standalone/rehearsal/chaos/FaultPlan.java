package seckill.standalone.rehearsal.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import seckill.standalone.rehearsal.chaos.Fault.Kind;

/** Draws the faults of a round: the same for the same seed. */
final class FaultPlan {
  private static final int FREEZES = 3;
  private static final int BREAKS = 5;
  private static final Range DOWN = new Range(50, 1000);
  private static final Range FROZEN = new Range(200, 5000);
  private static final Range BROKEN = new Range(100, 3000);
  private static final List<Kind> BREAK_KINDS = List.of(Kind.CUT, Kind.STALL, Kind.DEAFEN);

  private final Random random;
  private final int windowMillis;
  private final List<Fault> faults = new ArrayList<>();

  private record Range(int min, int max) {
    long draw(Random random) {
      return min + random.nextInt(max - min + 1);
    }
  }

  private FaultPlan(long seed, Duration window) {
    this.random = new Random(seed);
    this.windowMillis = Math.toIntExact(window.toMillis());
  }

  /**
   * The faults in the order of their time. One of each kind of process is killed once; some are
   * frozen, and some connections break.
   *
   * @param window within which faults begin
   * @param processes the names of what can be killed, those of one kind together
   * @param links the names of the connections
   */
  static List<Fault> draw(
      long seed, Duration window, List<List<String>> processes, List<String> links) {
    FaultPlan plan = new FaultPlan(seed, window);
    processes.forEach(kind -> plan.add(Kind.KILL, kind, DOWN));
    List<String> all = processes.stream().flatMap(List::stream).toList();
    for (int i = 0; i < FREEZES; i++) {
      plan.add(Kind.FREEZE, all, FROZEN);
    }
    for (int i = 0; i < BREAKS; i++) {
      plan.add(plan.any(BREAK_KINDS), links, BROKEN);
    }
    plan.faults.sort(Comparator.comparingLong(Fault::atMillis));
    return plan.faults;
  }

  private void add(Kind kind, List<String> targets, Range duration) {
    faults.add(
        new Fault(
            random.nextInt(windowMillis),
            kind,
            any(targets),
            kind == Kind.CUT ? 0 : duration.draw(random)));
  }

  private <T> T any(List<T> choice) {
    return choice.get(random.nextInt(choice.size()));
  }
}
