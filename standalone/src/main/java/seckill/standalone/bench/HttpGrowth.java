package seckill.standalone.bench;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import seckill.contract.ItemGate;
import seckill.standalone.bench.load.Target;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.rehearsal.Progress;

/** How one JVM fares over HTTP with more users who hold a unit, and with more items. */
final class HttpGrowth implements Part {
  private static final String JVM = "one JVM: ";

  /** From here on loading takes longer than measuring, and is done once for all rounds. */
  private static final long LOADED_ONCE = 1_000_000;

  private static final double TO_FEW = 0.90;
  private static final int WARM_STEPS = 3;

  private final BenchPlan plan;
  private final Progress progress;
  private final Map<Long, Long> loaded = new HashMap<>();

  HttpGrowth(BenchPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  @Override
  public void measure(PartResult result) throws IOException, InterruptedException {
    progress.step("growth in one JVM: starting");
    // The books know nothing of users that were loaded, and the auditor would look for them.
    Map<String, String> settings = Map.of("SECKILL_RECONCILE_SALE_INTERVAL_MILLIS", "0");
    try (BenchPlace place = BenchPlace.inMemory(plan.connections())) {
      place.tell(result);
      ProcessSale system = place.add(ProcessSale.start(place, List.of(), settings));
      try (SaleFloor floor = new SaleFloor(system, progress)) {
        Buyers buyers = new Buyers(plan, place, Crowd.PLAIN, floor.mint());
        warm(floor, buyers);
        long firstItem = floor.openMany(Sizes.mostItems(plan.largest()));
        for (int round = 1; round <= plan.rounds(); round++) {
          progress.step("growth in one JVM, round " + round + " of " + plan.rounds());
          users(place, floor, buyers, result);
          items(floor, buyers, firstItem, result);
        }
      }
    }
    List<Long> sizes = Sizes.upTo(plan.largest());
    result.ratio(
        JVM + "accepted/s with the largest users set to 1,000 users",
        users(sizes.get(sizes.size() - 1)),
        users(sizes.get(0)),
        TO_FEW);
  }

  private void warm(SaleFloor floor, Buyers buyers) throws IOException, InterruptedException {
    long item = floor.open(SaleFloor.PLENTY, ItemGate.OPEN);
    int seconds = Math.max(1, plan.warmSeconds() / WARM_STEPS);
    buyers.buy(Target.item(floor.port(), item), seconds, 0);
    floor.drain(item);
  }

  private static String users(long size) {
    return JVM + Sizes.words(size) + " users, accepted/s";
  }

  private void users(BenchPlace place, SaleFloor floor, Buyers buyers, PartResult result)
      throws IOException, InterruptedException {
    for (long size : Sizes.upTo(plan.largest())) {
      Long item = loaded.get(size);
      if (item == null) {
        item = floor.open(SaleFloor.PLENTY, ItemGate.OPEN);
        new UserLoader(place.redis()).load(item, size);
        if (size >= LOADED_ONCE) {
          loaded.put(size, item);
        }
      }
      Target target = Target.item(floor.port(), item);
      result.add(users(size), buyers.buy(target, seconds(), 0).perSecond());
      floor.drainStream(item, 1);
    }
  }

  private void items(SaleFloor floor, Buyers buyers, long first, PartResult result)
      throws IOException, InterruptedException {
    for (int count : Sizes.items(plan.largest())) {
      Target target = new Target(floor.port(), first, count);
      result.add(
          JVM + Sizes.words(count) + " items, accepted/s",
          buyers.buy(target, seconds(), 0).perSecond());
      floor.drainStream(first, count);
    }
  }

  private int seconds() {
    return Math.max(1, plan.seconds() / 2);
  }
}
