package seckill.standalone;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.StopSignal;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.Rehearsal;
import seckill.standalone.rehearsal.RehearsalReport;
import seckill.standalone.rehearsal.chaos.ChaosPlan;
import seckill.standalone.rehearsal.chaos.ChaosReport;
import seckill.standalone.rehearsal.gate.GateRehearsal;

/** {@code seckill rehearse}: a whole sale under load, judged by its books. */
@Command(
    name = "rehearse",
    description = {
      "Runs a whole sale at once: import, preheat, rush over HTTP, drain, reconcile, verdict.",
      "The verdict is read from Redis and MySQL. Exit code 0 for PASS, 3 for FAIL. What a rehearsal of"
          + " this size cannot prove is told before the verdict."
    })
final class RehearseCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130;

  @Spec private CommandSpec spec;
  @Mixin private PlanOptions size;
  @Mixin private PlaceOptions place;

  @Mixin private GateOptions gate;
  @Mixin private ChaosOptions chaos;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures to this file as JSON, too.")
  private Path json;

  @Override
  public Integer call() {
    place.check(spec);
    gate.check(spec, place);
    chaos.check(spec);
    JsonFile file = new JsonFile(json);
    if (chaos.isOn()) {
      ChaosPlan plan = chaos.plan(spec, size, place, gate);
      return untilStopped(teardown -> underChaos(plan, teardown), report -> print(report, file));
    }
    Plan plan = size.plan(spec);
    return untilStopped(teardown -> rehearse(plan, teardown), report -> print(report, file));
  }

  private <T> Integer untilStopped(Function<Teardown, T> work, ToIntFunction<T> exitCode) {
    Teardown teardown = new Teardown();
    StopSignal signal = new StopSignal(teardown, INTERRUPTED);
    T report;
    try {
      report = work.apply(teardown);
    } finally {
      signal.disarm();
      teardown.close();
    }
    return exitCode.applyAsInt(report);
  }

  private Progress progress() {
    return new Progress(spec.commandLine().getErr(), System.console() != null);
  }

  private ChaosReport underChaos(ChaosPlan plan, Teardown teardown) {
    PrintWriter out = spec.commandLine().getOut();
    return chaos.run(plan, place.keep(), teardown, progress(), out);
  }

  private RehearsalReport rehearse(Plan plan, Teardown teardown) {
    Progress progress = progress();
    return gate.isAll()
        ? throughTheGate(plan, teardown, progress)
        : plain(plan, teardown, progress);
  }

  private RehearsalReport plain(Plan plan, Teardown teardown, Progress progress) {
    SaleSystem system = place.open(teardown, progress, directory -> GateOptions.OUT_OF_THE_WAY);
    return teardown.add(new Rehearsal(plan, system, progress, Clock.systemUTC())).run(place.kill());
  }

  private RehearsalReport throughTheGate(Plan plan, Teardown teardown, Progress progress) {
    GateRehearsal rehearsal = new GateRehearsal(plan.seed(), gate.bots(plan.users()));
    SaleSystem system = place.open(teardown, progress, rehearsal::settings);
    return teardown.add(rehearsal.on(system, plan, progress, Clock.systemUTC())).run(place.kill());
  }

  private int print(RehearsalReport report, JsonFile file) {
    PrintWriter out = spec.commandLine().getOut();
    report.lines().forEach(out::println);
    out.flush();
    file.write(report.toJson());
    return report.verdict().passes() ? ExitCodes.OK : ExitCodes.FINDINGS;
  }

  private int print(ChaosReport report, JsonFile file) {
    PrintWriter out = spec.commandLine().getOut();
    report.unproven().forEach(what -> out.println("not proved: " + what));
    out.println(report.line());
    out.flush();
    file.write(report.toJson());
    return report.passes() ? ExitCodes.OK : ExitCodes.FINDINGS;
  }
}
