package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.standalone.bench.report.BenchBook;
import seckill.standalone.bench.report.BenchFiles;
import seckill.standalone.bench.report.MeasuredOn;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.SaleException;
import seckill.standalone.rehearsal.Progress;

/**
 * Runs the parts of the benchmark one after the other, each on stores of its own. A part that fails
 * takes nothing with it: what the others found is written as soon as each is done.
 */
public final class Bench {
  private static final Logger LOG = LoggerFactory.getLogger(Bench.class);

  private final BenchPlan plan;
  private final Progress progress;
  private final String command;
  private final String loadBefore = MeasuredOn.loadAverage();
  private final BenchBook found = new BenchBook();
  private final Map<String, String> failures = new LinkedHashMap<>();

  /**
   * A benchmark.
   *
   * @param command that was typed, for the report
   */
  public Bench(BenchPlan plan, String command, Progress progress) {
    this.plan = plan;
    this.command = command;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @param parts in the order in which they run
   * @param docs directory of the document to bring up to date, or {@code null}
   */
  public void run(List<BenchPart> parts, Path docs) throws InterruptedException {
    BenchFiles files =
        docs == null ? null : new BenchFiles(docs, parts.stream().map(BenchPart::section).toList());
    for (BenchPart part : parts) {
      try {
        run(part, files);
      } catch (IOException | RuntimeException e) {
        LOG.debug("{} failed", part, e);
        failures.put(part.section(), e.getMessage());
        progress.step(part.section() + " failed: " + e.getMessage());
      }
    }
    progress.end();
    if (!failures.isEmpty() && failures.size() == parts.size()) {
      throw new SaleException("nothing could be measured: " + failures);
    }
  }

  private void run(BenchPart part, BenchFiles files) throws IOException, InterruptedException {
    String begun = Instant.now().truncatedTo(ChronoUnit.MINUTES).toString();
    PartResult result = new PartResult(part.title());
    result.ran("load average before the run", loadBefore);
    part.of(plan, progress).measure(result);
    BenchBook.Run run = new BenchBook.Run(command, begun, MeasuredOn.describe(result.programs()));
    found.put(part.section(), result, run);
    if (files != null) {
      files.write(part.section(), result, run);
    }
  }

  /** What was found in this run. */
  public BenchBook found() {
    return found;
  }

  /** Why parts failed, by their names. */
  public Map<String, String> failures() {
    return failures;
  }
}
