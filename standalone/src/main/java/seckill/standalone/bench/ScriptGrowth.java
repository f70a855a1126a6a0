package seckill.standalone.bench;

import java.io.IOException;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.rehearsal.Progress;

/** How the script alone fares with more users, more stock and larger batches. */
record ScriptGrowth(BenchPlan plan, Progress progress) implements Part {
  private static final String SCRIPT = "script: ";
  private static final long STOCK = 1_000_000_000;

  /** From here on loading takes longer than measuring, and is done once for all rounds. */
  private static final long LOADED_ONCE = 1_000_000;

  private static final int SALES_AT_MOST = 20;

  @Override
  public void measure(PartResult result) throws IOException, InterruptedException {
    try (DataDirectory directory = DataDirectory.throwAway(false);
        ScriptBench bench = new ScriptBench(directory.path())) {
      bench.tell(result);
      // A Redis that has just started takes its memory from the system first.
      bench.open(STOCK);
      sell(bench, ScriptBench.BATCH);
      users(bench, result);
      batches(bench, result);
      stock(bench, result);
    }
  }

  private void users(ScriptBench bench, PartResult result)
      throws IOException, InterruptedException {
    for (long size : Sizes.upTo(plan.largest())) {
      for (int round = 1; round <= plan.rounds(); round++) {
        progress.step("script, " + Sizes.words(size) + " users, round " + round);
        if (round == 1 || size < LOADED_ONCE) {
          bench.open(STOCK);
          bench.load(size);
        }
        add(result, Sizes.words(size) + " users", sell(bench, ScriptBench.BATCH));
      }
    }
  }

  private void batches(ScriptBench bench, PartResult result)
      throws IOException, InterruptedException {
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("script, batches, round " + round + " of " + plan.rounds());
      for (int size : Sizes.batches()) {
        bench.open(STOCK);
        add(result, "batches of " + size, sell(bench, size));
      }
    }
  }

  private ScriptBench.Result sell(ScriptBench bench, int perCall)
      throws IOException, InterruptedException {
    return bench.sell(plan.scriptOrders(), perCall, 1);
  }

  // A small stock is sold again and again, and in so little time that a client sees no rate.
  private void stock(ScriptBench bench, PartResult result)
      throws IOException, InterruptedException {
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("script, stock, round " + round + " of " + plan.rounds());
      for (long size : Sizes.upTo(plan.largest())) {
        int orders = (int) Math.min(size, plan.scriptOrders());
        int sales = Math.max(1, Math.min(SALES_AT_MOST, plan.scriptOrders() / orders));
        double micros = 0;
        for (int sale = 0; sale < sales; sale++) {
          bench.open(size);
          micros += bench.sell(orders, ScriptBench.BATCH, 1).microsPerOrder();
        }
        result.add(SCRIPT + "stock of " + Sizes.words(size) + ", µs per order", micros / sales);
      }
    }
  }

  private static void add(PartResult result, String what, ScriptBench.Result sold) {
    result.add(SCRIPT + what + ", orders/s", sold.ordersPerSecond());
    result.add(SCRIPT + what + ", µs per order", sold.microsPerOrder());
  }
}
