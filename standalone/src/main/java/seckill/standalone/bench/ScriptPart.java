package seckill.standalone.bench;

import java.io.IOException;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.rehearsal.Progress;

/** The purchase script in Redis alone: one order per call as the yardstick, then batches. */
record ScriptPart(BenchPlan plan, Progress progress) implements Part {
  private static final int PIPELINE = 16;
  private static final long STOCK = 1_000_000_000;
  private static final double TO_SINGLE = 3.5;
  private static final double TO_PIPED = 1.7;

  @Override
  public void measure(PartResult result) throws IOException, InterruptedException {
    String single = "yardstick: orders/s, one per call, -P 1";
    String piped = "yardstick: orders/s, one per call, -P " + PIPELINE;
    String batched = "orders/s, " + ScriptBench.BATCH + " per call, -P 1";
    try (DataDirectory directory = DataDirectory.throwAway(false);
        ScriptBench bench = new ScriptBench(directory.path())) {
      bench.tell(result);
      // A Redis that has just started takes its memory from the system first.
      sell(bench, ScriptBench.BATCH, 1);
      for (int round = 1; round <= plan.rounds(); round++) {
        progress.step("script in Redis alone, round " + round + " of " + plan.rounds());
        result.add(single, sell(bench, 1, 1).ordersPerSecond());
        result.add(piped, sell(bench, 1, PIPELINE).ordersPerSecond());
        ScriptBench.Result sold = sell(bench, ScriptBench.BATCH, 1);
        result.add(batched, sold.ordersPerSecond());
        result.add("µs in the script per order, in batches", sold.microsPerOrder());
      }
    }
    result.ratio("Redis: batches to one order per call, -P 1", batched, single, TO_SINGLE);
    result.ratio("Redis: batches to one order per call, -P 16", batched, piped, TO_PIPED);
  }

  private ScriptBench.Result sell(ScriptBench bench, int perCall, int pipeline)
      throws IOException, InterruptedException {
    bench.open(STOCK);
    return bench.sell(plan.scriptOrders(), perCall, pipeline);
  }
}
