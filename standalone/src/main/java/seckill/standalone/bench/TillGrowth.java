package seckill.standalone.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import seckill.contract.RedisKeys;
import seckill.standalone.bench.TillBench.Items;
import seckill.standalone.bench.TillBench.Run;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Progress;

/** How one till without HTTP fares with more stock, more items and larger batches. */
final class TillGrowth implements Part {
  private static final String TILL = "one till: ";
  private static final int CALLERS = DurabilityPart.CALLERS;
  private static final int PER_CALL = DurabilityPart.PER_CALL;
  private static final long PLENTY = 1_000_000_000;
  private static final int WARM_PARTS = 3;

  private final BenchPlan plan;
  private final Progress progress;
  private final Duration time;
  private long nextItem = 1;
  private Items many;

  TillGrowth(BenchPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
    this.time = Duration.ofMillis(Math.max(1, plan.seconds() * 1000L / 4));
  }

  @Override
  public void measure(PartResult result) throws IOException {
    progress.step("till: starting");
    Teardown teardown = new Teardown();
    try {
      DataDirectory place = teardown.add(DataDirectory.throwAway(false));
      BenchRedis redis = teardown.add(BenchRedis.inMemory(place.path()));
      Stores stores =
          teardown.add(Stores.open(place.path(), Map.of(Stores.REDIS_URL, redis.url())));
      TillBench till = teardown.add(new TillBench("memory", redis.url(), stores.mysqlUrl()));
      till.buy(
          open(till, 1), CALLERS, PER_CALL, Duration.ofSeconds(plan.warmSeconds() / WARM_PARTS));
      for (int round = 1; round <= plan.rounds(); round++) {
        progress.step("till, growth, round " + round + " of " + plan.rounds());
        items(till, redis, result);
        batches(till, redis, result);
        stock(till, redis, result);
      }
    } finally {
      teardown.close();
    }
  }

  private Items open(TillBench till, int count) {
    Items items = new Items(nextItem, count);
    for (int i = 0; i < count; i++) {
      till.open(nextItem++, PLENTY);
    }
    return items;
  }

  private void items(TillBench till, BenchRedis redis, PartResult result) throws IOException {
    for (int count : Sizes.items(plan.largest())) {
      Items items = itemsOf(till, count);
      Run run = till.buy(items, CALLERS, PER_CALL, time);
      result.add(TILL + Sizes.words(count) + " items, accepted/s", run.perSecond());
      forget(redis, items);
    }
  }

  // The same thousand items in every round: opening them takes longer than measuring.
  private Items itemsOf(TillBench till, int count) {
    if (many == null) {
      many = open(till, Sizes.mostItems(plan.largest()));
    }
    return new Items(many.first(), count);
  }

  private void batches(TillBench till, BenchRedis redis, PartResult result) throws IOException {
    for (int size : Sizes.batches()) {
      Items item = itemsOf(till, 1);
      Run run = till.buy(item, CALLERS, size, time);
      result.add(TILL + "messages of " + size + ", accepted/s", run.perSecond());
      forget(redis, item);
    }
  }

  private void stock(TillBench till, BenchRedis redis, PartResult result) throws IOException {
    for (long size : Sizes.upTo(plan.largest())) {
      long accepted = 0;
      long nanos = 0;
      while (nanos < time.toNanos()) {
        Items item = new Items(nextItem, 1);
        till.open(nextItem++, size);
        Run run = till.buy(item, CALLERS, PER_CALL, time.minusNanos(nanos));
        accepted += run.accepted();
        nanos += run.nanos();
        forget(redis, item);
      }
      result.add(
          TILL + "stock of " + Sizes.words(size) + ", accepted/s",
          new Run(accepted, nanos).perSecond());
    }
  }

  // No consumer is here to trim the streams.
  private static void forget(BenchRedis redis, Items items) throws IOException {
    for (int i = 0; i < items.count(); i++) {
      redis.call("XTRIM", RedisKeys.DEFAULT.of(items.first() + i).orders(), "MAXLEN", "0");
    }
  }
}
