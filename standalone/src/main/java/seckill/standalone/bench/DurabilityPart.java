package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Progress;

/** One till without HTTP at each level of durability, by turns. */
record DurabilityPart(BenchPlan plan, Progress progress) implements Part {
  /** As many and as large messages to the till as a gateway sends in a spike. */
  static final int CALLERS = 32;

  static final int PER_CALL = 32;

  private static final long UNITS = 1_000_000_000;
  private static final double REPLICA_TO_MEMORY = 0.5;
  private static final double DISK_TO_MEMORY = 0.3;

  @Override
  public void measure(PartResult result) throws IOException {
    Teardown teardown = new Teardown();
    try {
      progress.step("durability: starting");
      DataDirectory place = teardown.add(DataDirectory.throwAway(false));
      BenchRedis memory = teardown.add(BenchRedis.durable(directory(place, "memory")));
      BenchRedis master = teardown.add(BenchRedis.durable(directory(place, "replica")));
      teardown.add(BenchRedis.replica(directory(place, "copy"), master));
      BenchRedis disk = teardown.add(BenchRedis.onDisk(directory(place, "disk")));
      result.ran("Redis", memory.version());
      Map<String, TillBench> tills = new LinkedHashMap<>();
      tills.put("memory", till("memory", memory, place, teardown));
      tills.put("replica", till("replica", master, place, teardown));
      tills.put("disk", till("disk", disk, place, teardown));
      compare(tills, result);
    } finally {
      teardown.close();
    }
  }

  // Each with books of its own: to one set of books, the Redis of another till is a wrong one.
  private static TillBench till(
      String level, BenchRedis redis, DataDirectory place, Teardown teardown) throws IOException {
    Path directory = directory(place, level).resolve("books");
    Stores stores = teardown.add(Stores.open(directory, Map.of(Stores.REDIS_URL, redis.url())));
    return teardown.add(new TillBench(level, redis.url(), stores.mysqlUrl()));
  }

  private static Path directory(DataDirectory place, String name) throws IOException {
    return Files.createDirectories(place.path().resolve(name));
  }

  private void compare(Map<String, TillBench> tills, PartResult result) {
    Map<String, TillBench.Items> items = new LinkedHashMap<>();
    tills.forEach(
        (level, till) -> {
          TillBench.Items item = new TillBench.Items(items.size() + 1L, 1);
          items.put(level, item);
          till.open(item.first(), UNITS);
          till.buy(item, CALLERS, PER_CALL, Duration.ofSeconds(plan.warmSeconds()));
        });
    Duration time = Duration.ofSeconds(plan.seconds());
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("durability, round " + round + " of " + plan.rounds());
      tills.forEach(
          (level, till) -> {
            TillBench.Items item = items.get(level);
            result.add(many(level), till.buy(item, CALLERS, PER_CALL, time).perSecond());
            result.add(one(level), till.buy(item, 1, 1, time).perSecond());
          });
    }
    result.ratio(
        "one till: many buyers, replica to memory",
        many("replica"),
        many("memory"),
        REPLICA_TO_MEMORY);
    result.ratio(
        "one till: many buyers, disk to memory", many("disk"), many("memory"), DISK_TO_MEMORY);
  }

  private static String many(String level) {
    return "many buyers, accepted/s, " + level;
  }

  private static String one(String level) {
    return "one buyer after the other, accepted/s, " + level;
  }
}
