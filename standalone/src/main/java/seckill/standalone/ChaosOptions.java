package seckill.standalone;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.chaos.ChaosPlan;
import seckill.standalone.rehearsal.chaos.ChaosRehearsal;
import seckill.standalone.rehearsal.chaos.ChaosReport;

/** What breaks during a rehearsal, as options. */
final class ChaosOptions {
  private static final int MAX_ROUNDS = 100_000;
  private static final int WINDOW = 8;
  private static final int MAX_WINDOW = 3600;

  @Option(
      names = "--chaos",
      description = {
        "Several processes of each service, and while the crowd buys every one of them, Redis and"
            + " MySQL are killed (kill -9), frozen and cut off at moments drawn from the seed. Then"
            + " everything comes back, and what every buyer was told is held against the books."
      })
  private boolean chaos;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "With --chaos: so many rounds, with an item each and the seeds from --seed on; default:"
              + " 1.")
  private Integer rounds;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      description =
          "With --chaos: within how many seconds buyers come and faults begin; default: "
              + WINDOW
              + ".")
  private Integer window;

  /** Refuses options that mean nothing without chaos. */
  void check(CommandSpec spec) {
    if (!chaos && (rounds != null || window != null)) {
      throw new ParameterException(spec.commandLine(), "--rounds and --window need --chaos");
    }
  }

  boolean isOn() {
    return chaos;
  }

  /** The checked plan; refuses combinations that make no sense. */
  ChaosPlan plan(CommandSpec spec, PlanOptions size, PlaceOptions place, GateOptions gate) {
    if (place.isRunning() || place.kill() != null || gate.isAll()) {
      throw new ParameterException(
          spec.commandLine(), "--chaos excludes --target, --kill and --gate all");
    }
    int count = rounds == null ? 1 : rounds;
    int seconds = window == null ? WINDOW : window;
    PlanOptions.require(spec, "--rounds", count, 1, MAX_ROUNDS);
    PlanOptions.require(spec, "--window", seconds, 1, MAX_WINDOW);
    return size.chaos(spec, count, Duration.ofSeconds(seconds));
  }

  /** Runs all rounds, and prints a line for each. */
  ChaosReport run(
      ChaosPlan plan, boolean keep, Teardown teardown, Progress progress, PrintWriter out) {
    ChaosRehearsal rehearsal =
        teardown.add(new ChaosRehearsal(plan, keep, progress, Clock.systemUTC()));
    return rehearsal.run(
        line -> {
          out.println(line);
          out.flush();
        });
  }
}
