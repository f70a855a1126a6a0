package seckill.standalone;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import seckill.standalone.bench.BenchPlan;

/** How long a benchmark runs, and how large it becomes. */
final class BenchOptions {
  private static final int LEAST_ORDERS = 1000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds per figure; default: 5.")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "6",
      description = "Seconds per round; default: 6.")
  private int seconds;

  @Option(
      names = "--warm-seconds",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Longest warm-up per server in seconds, until steady; default: 30.")
  private int warmSeconds;

  @Option(
      names = "--sustained-seconds",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Seconds of the run that compares landed with accepted orders; default: 30.")
  private int sustainedSeconds;

  @Option(
      names = "--orders",
      paramLabel = "N",
      defaultValue = "200000",
      description =
          "Orders per round of landing, a multiple of 1000; half of it for the script alone;"
              + " default: 200000.")
  private int orders;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "256",
      description = "Connections of the load client; default: 256.")
  private int connections;

  @Option(
      names = "--largest",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Users and stock that growth goes up to; default: 10000000 (2 GB in Redis).")
  private long largest;

  @Option(
      names = "--profile",
      description = "Record the JVMs under load, and sum up where their time goes.")
  private boolean profile;

  BenchPlan plan() {
    require(rounds > 0 && seconds > 0, "--rounds and --seconds must be positive");
    require(warmSeconds >= 0, "--warm-seconds must not be negative");
    require(sustainedSeconds > 0, "--sustained-seconds must be positive");
    require(connections > 0 && largest > 0, "--connections and --largest must be positive");
    require(
        orders >= LEAST_ORDERS && orders % LEAST_ORDERS == 0,
        "--orders must be a multiple of " + LEAST_ORDERS);
    return new BenchPlan(
        rounds, seconds, warmSeconds, sustainedSeconds, connections, orders, largest, profile);
  }

  private void require(boolean holds, String rule) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), rule);
    }
  }
}
