package seckill.standalone;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seckill.standalone.bench.Bench;
import seckill.standalone.bench.BenchPart;
import seckill.standalone.process.Home;
import seckill.standalone.rehearsal.Progress;

/** {@code seckill bench}: measures this machine. */
@Command(
    name = "bench",
    description = {
      "Measures this machine: yardsticks first, then the product as ratios to them, and brings"
          + " docs/benchmarks.md and docs/benchmarks.json up to date.",
      "Uses wrk, redis-server and redis-benchmark where they are on PATH (Debian: wrk,"
          + " redis-server), clients of its own and the embedded Redis where they are not. All"
          + " parts together take about 35 minutes on 2 cores; a part that fails takes nothing"
          + " with it."
    })
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--parts",
      paramLabel = "PARTS",
      split = ",",
      description = "What to measure: ${COMPLETION-CANDIDATES}; default: all.")
  private Set<BenchPart> parts = EnumSet.allOf(BenchPart.class);

  @Mixin private BenchOptions options;

  @Option(
      names = "--docs",
      paramLabel = "DIRECTORY",
      description = "Where benchmarks.md and benchmarks.json are; default: docs of the sources.")
  private Path docs;

  @Option(
      names = "--no-docs",
      description = "Bring no document up to date, only print what was found.")
  private boolean noDocs;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures of this run to this file as JSON, too.")
  private Path json;

  @Override
  public Integer call() throws InterruptedException {
    JsonFile file = new JsonFile(json);
    Progress progress = new Progress(spec.commandLine().getErr(), System.console() != null);
    Bench bench = new Bench(options.plan(), typed(), progress);
    Path directory = docs == null ? Home.find().resolve("docs") : docs;
    bench.run(new ArrayList<>(EnumSet.copyOf(parts)), noDocs ? null : directory);
    bench.found().lines().forEach(spec.commandLine().getOut()::println);
    bench
        .failures()
        .forEach((part, why) -> spec.commandLine().getErr().println(part + " failed: " + why));
    spec.commandLine().getOut().flush();
    spec.commandLine().getErr().flush();
    file.write(bench.found().toJson());
    return bench.failures().isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  // As one would have to type it to get the same again.
  private String typed() {
    return "./seckill "
        + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
  }
}
