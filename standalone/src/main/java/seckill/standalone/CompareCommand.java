package seckill.standalone;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import seckill.standalone.lab.Lab;
import seckill.standalone.lab.report.Findings;
import seckill.standalone.lab.report.FindingsJson;
import seckill.standalone.lab.report.LabChart;
import seckill.standalone.lab.report.LabLaws;
import seckill.standalone.lab.report.LabPages;
import seckill.standalone.lab.report.LabText;
import seckill.standalone.lab.trial.Plan;
import seckill.standalone.process.StopSignal;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Progress;

/** {@code seckill compare}: the classic ways to sell from one stock, side by side. */
@Command(
    name = "compare",
    description = {
      "Sells the same stock in six ways on a real Redis, from the one that oversells to the one that"
          + " the product uses, and shows what each costs.",
      "Exit code 0 if everything came out as it must, 1 if not."
    })
final class CompareCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130;

  @Spec private CommandSpec spec;
  @Mixin private CompareOptions options;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures to this file as JSON, too.")
  private Path json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw a bar chart of the figures into this file.")
  private Path svg;

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      description =
          "Put the figures into lab.md and lab.zh-CN.md in this directory, between their marks, and"
              + " the chart beside them as lab.svg.")
  private Path docs;

  @Override
  public Integer call() {
    Plan plan = options.plan(spec);
    if (docs != null && !plan.isWhole()) {
      throw new ParameterException(spec.commandLine(), "--docs excludes --only");
    }
    JsonFile jsonFile = new JsonFile(json);
    ResultFile svgFile = new ResultFile(svg, "--svg");
    LabPages pages = docs == null ? null : new LabPages(docs);
    Findings findings = compare(plan);
    PrintWriter out = spec.commandLine().getOut();
    LabText.lines(findings).forEach(out::println);
    out.flush();
    jsonFile.write(FindingsJson.of(findings));
    svgFile.write(LabChart.svg(findings));
    List<String> broken = LabLaws.broken(findings);
    if (pages != null && broken.isEmpty()) {
      pages.write(findings);
    }
    return broken.isEmpty() ? 0 : 1;
  }

  private Findings compare(Plan plan) {
    Progress progress = new Progress(spec.commandLine().getErr(), System.console() != null);
    Teardown teardown = new Teardown();
    StopSignal signal = new StopSignal(teardown, INTERRUPTED);
    try {
      return Lab.open(plan, options.redis(), teardown, progress::step).run();
    } finally {
      signal.disarm();
      teardown.close();
      progress.end();
    }
  }
}
