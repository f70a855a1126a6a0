package seckill.standalone.bench;

import java.io.IOException;
import java.util.Map;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Progress;

/** The pen on a prepared stream, against plain inserts of the same size as the yardstick. */
record LandingPart(BenchPlan plan, Progress progress) implements Part {
  private static final double KILOBYTE = 1024;
  private static final double TO_PLAIN = 0.60;

  @Override
  public void measure(PartResult result) throws IOException {
    String plain = "yardstick: orders/s, plain inserts of " + LandingBench.BATCH + " rows";
    String landed = "orders/s, landed by the consumer from a stream";
    Teardown teardown = new Teardown();
    try {
      progress.step("landing: starting");
      DataDirectory directory = teardown.add(DataDirectory.throwAway(false));
      BenchRedis redis = teardown.add(BenchRedis.durable(directory.path()));
      Stores stores =
          teardown.add(Stores.open(directory.path(), Map.of(Stores.REDIS_URL, redis.url())));
      LandingBench bench = teardown.add(new LandingBench(redis, stores));
      result.ran("Redis", redis.version());
      for (int round = 0; round <= plan.rounds(); round++) {
        progress.step("landing, round " + round + " of " + plan.rounds() + " (0 warms up)");
        double inserted = bench.plain(plan.orders());
        LandingBench.Drain drain = bench.pen(plan.orders());
        if (round > 0) {
          result.add(plain, inserted);
          result.add(landed, drain.ordersPerSecond());
          result.add("most KB on the heap after a collection", drain.mostHeapBytes() / KILOBYTE);
        }
      }
    } finally {
      teardown.close();
    }
    result.ratio("landed orders/s to plain inserts", landed, plain, TO_PLAIN);
  }
}
