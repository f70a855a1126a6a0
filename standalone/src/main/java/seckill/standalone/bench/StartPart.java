package seckill.standalone.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.ClusterLayout;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.rehearsal.Progress;

/** How long it takes from the start of the processes until they say that they are ready. */
record StartPart(BenchPlan plan, Progress progress) implements Part {

  @Override
  public void measure(PartResult result) throws IOException {
    progress.step("start: starting the stores");
    long start = System.nanoTime();
    try (BenchPlace place = BenchPlace.durable(plan.connections())) {
      result.add("seconds until new stores are ready, Redis and MariaDB", secondsSince(start));
      place.tell(result);
      ClusterLayout layout =
          new ClusterLayout(ClusterLayout.nodes(Map.of()), node -> Map.of(), JavaOptions.CLUSTER);
      for (int round = 0; round <= plan.rounds(); round++) {
        progress.step("start, round " + round + " of " + plan.rounds() + " (0 makes the tables)");
        double one = seconds(() -> ProcessSale.start(place, List.of(), Map.of()));
        double four = seconds(() -> ClusterSale.start(place.stores(), place.path(), layout));
        if (round > 0) {
          result.add("seconds until ready, one JVM", one);
          result.add("seconds until ready, four processes at once", four);
        }
      }
    }
  }

  private static double seconds(Supplier<SaleSystem> start) {
    long begin = System.nanoTime();
    SaleSystem started = start.get();
    double seconds = secondsSince(begin);
    started.close();
    return seconds;
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
