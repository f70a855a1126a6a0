package seckill.standalone;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seckill.standalone.bench.Bench;
import seckill.standalone.rehearsal.Progress;

/** {@code seckill bench}: measures this machine. */
@Command(
    name = "bench",
    description = {
      "Measures this machine: a bare HTTP server first, then the product as ratios to it.",
      "Needs wrk, redis-server, redis-benchmark and redis-cli on PATH; takes about 25 minutes."
    })
final class BenchCommand implements Callable<Integer> {
  private enum Part {
    SCRIPT,
    DURABILITY,
    LANDING,
    JVM,
    GATE,
    CLUSTER
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--parts",
      paramLabel = "PARTS",
      split = ",",
      defaultValue = "script,durability,landing,jvm,gate,cluster",
      description =
          "What to measure: script, durability, landing, jvm, gate, cluster; default: all.")
  private Set<Part> parts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds per figure; default: 5.")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "SECONDS",
      defaultValue = "8",
      description = "Seconds per round; default: 8.")
  private int seconds;

  @Option(
      names = "--warm-seconds",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Longest warm-up per server in seconds, until steady; default: 60.")
  private int warmSeconds;

  @Option(
      names = "--sustained-seconds",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Seconds of the run that compares landed with accepted orders; default: 60.")
  private int sustainedSeconds;

  @Option(
      names = "--landing-orders",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Orders per round of landing, a multiple of 1000; default: 200000.")
  private int landingOrders;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "256",
      description = "Connections of the load client; default: 256.")
  private int connections;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures to this file as JSON, too.")
  private Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    JsonFile file = new JsonFile(json);
    Progress progress = new Progress(spec.commandLine().getErr(), System.console() != null);
    Bench bench = new Bench(rounds, seconds, warmSeconds, sustainedSeconds, connections, progress);
    if (parts.contains(Part.SCRIPT)) {
      bench.script();
    }
    if (parts.contains(Part.DURABILITY)) {
      bench.durability();
    }
    if (parts.contains(Part.LANDING)) {
      bench.landing(landingOrders);
    }
    if (parts.contains(Part.JVM)) {
      bench.oneJvm();
    }
    if (parts.contains(Part.GATE)) {
      bench.gate();
    }
    if (parts.contains(Part.CLUSTER)) {
      bench.cluster();
    }
    bench.report().lines().forEach(spec.commandLine().getOut()::println);
    spec.commandLine().getOut().flush();
    file.write(bench.report().toJson());
    return ExitCodes.OK;
  }
}
