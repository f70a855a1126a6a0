package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Path;
import seckill.standalone.bench.load.LoadResult;
import seckill.standalone.bench.load.Target;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.rehearsal.Progress;

/**
 * Latency at a fixed rate of arrivals: half and four fifths of what was accepted as fast as
 * possible. Latencies count from when a request was to be sent.
 */
final class OpenModel {
  private static final int[] PERCENTS = {50, 80};
  private static final double PERCENT = 100;
  private static final int WARM_SECONDS = 2;
  private static final double MICROS_PER_MILLI = 1000;

  private final BenchPlan plan;
  private final SaleFloor floor;
  private final Buyers buyers;
  private final Target open;
  private final Progress progress;

  OpenModel(BenchPlan plan, SaleFloor floor, Buyers buyers, Target open, Progress progress) {
    this.plan = plan;
    this.floor = floor;
    this.buyers = buyers;
    this.open = open;
    this.progress = progress;
  }

  /** Measures at both rates by turns, with one buyer more who looks when orders land. */
  void measure(double mostPerSecond, PartResult result) throws IOException {
    // The client has sent nothing at a fixed rate yet.
    double gentle = mostPerSecond * PERCENTS[0] / PERCENT;
    Path warming = buyers.ready(open, gentle * WARM_SECONDS + 1);
    buyers.buyAtRate(open, warming, WARM_SECONDS, gentle);
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("fixed rates, round " + round + " of " + plan.rounds());
      for (int percent : PERCENTS) {
        at(mostPerSecond * percent / PERCENT, "at " + percent + " % of the maximum", result);
        floor.drain(open.firstItem());
      }
    }
  }

  /** The name of a figure. */
  static String latency(String percentile, int percent) {
    return percentile + " latency, ms, at " + percent + " % of the maximum";
  }

  private void at(double perSecond, String load, PartResult result) throws IOException {
    Path users = buyers.ready(open, perSecond * plan.seconds() + 1);
    try (Pressing pressing = new Pressing(floor, buyers, open.firstItem())) {
      pressing.start();
      LoadResult run = buyers.buyAtRate(open, users, plan.seconds(), perSecond);
      result.add("requests/s " + load, run.perSecond());
      result.add("p50 latency, ms, " + load, run.p50Micros() / MICROS_PER_MILLI);
      result.add("p99 latency, ms, " + load, run.p99Micros() / MICROS_PER_MILLI);
      result.add("p99.9 latency, ms, " + load, run.p999Micros() / MICROS_PER_MILLI);
      pressing.tell(result, load);
    }
  }
}
