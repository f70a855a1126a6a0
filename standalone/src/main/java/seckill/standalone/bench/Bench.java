package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import seckill.runtime.LuaScript;
import seckill.sale.SeckillService;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.Home;
import seckill.standalone.process.JarProcess;
import seckill.standalone.process.Ports;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Stores;
import seckill.standalone.process.Teardown;
import seckill.standalone.rehearsal.Progress;

/** Runs the parts of the benchmark one after the other, each on stores of its own. */
public final class Bench {
  private static final List<String> PROGRAMS =
      List.of("wrk", "redis-server", "redis-benchmark", "redis-cli");
  private static final int SCRIPT_ORDERS = 300_000;
  private static final int KILOBYTE = 1024;

  /** As many and as large messages to the till as a gateway sends in a spike. */
  private static final int CALLERS = 32;

  private static final int PER_CALL = 32;

  private final BenchPlan plan;
  private final Progress progress;
  private final BenchReport report = new BenchReport();

  public Bench(
      int rounds,
      int seconds,
      int warmSeconds,
      int sustainedSeconds,
      int connections,
      Progress progress) {
    this.plan = new BenchPlan(rounds, seconds, warmSeconds, sustainedSeconds, connections);
    this.progress = progress;
    for (String program : PROGRAMS) {
      requireProgram(program);
    }
  }

  private static void requireProgram(String program) {
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      if (Files.isExecutable(Path.of(directory, program))) {
        return;
      }
    }
    throw new SaleException(
        "the benchmark needs " + program + " on PATH (Debian: apt-get install wrk redis-server)");
  }

  /** Measures the script in Redis alone. */
  public void script() throws IOException, InterruptedException {
    Map<String, Figure> figures = new TreeMap<>();
    LuaScript script = SeckillService.purchaseScript();
    Figure single = new Figure();
    Figure piped = new Figure();
    Figure batched = new Figure();
    figures.put("orders/s, one per call, -c 50 -P 1", single);
    figures.put("orders/s, one per call, -c 50 -P 16", piped);
    figures.put("orders/s, 64 per call, -c 50 -P 1", batched);
    try (DataDirectory directory = DataDirectory.throwAway(false);
        ScriptBench bench = new ScriptBench(directory.path(), script.source())) {
      for (int round = 1; round <= plan.rounds(); round++) {
        progress.step("script in Redis alone, round " + round + " of " + plan.rounds());
        single.add(bench.ordersPerSecond(SCRIPT_ORDERS, 1, 1));
        piped.add(bench.ordersPerSecond(SCRIPT_ORDERS, 1, 16));
        batched.add(bench.ordersPerSecond(SCRIPT_ORDERS, ScriptBench.BATCH, 1));
      }
    }
    report.add("The purchase script in Redis alone", figures);
    report.goal("orders/s of 64 per call to one per call", batched.median() / single.median(), 3.0);
  }

  /** Measures one till at each level of durability, by turns. */
  public void durability() throws IOException, InterruptedException {
    Teardown teardown = new Teardown();
    try {
      progress.step("starting");
      DataDirectory place = teardown.add(DataDirectory.throwAway(false));
      BenchRedis memory = teardown.add(BenchRedis.durable(directory(place, "memory")));
      BenchRedis master = teardown.add(BenchRedis.durable(directory(place, "master")));
      teardown.add(BenchRedis.replica(directory(place, "replica"), master));
      BenchRedis disk = teardown.add(BenchRedis.onDisk(directory(place, "disk")));
      Stores stores =
          teardown.add(Stores.open(place.path(), Map.of(Stores.REDIS_URL, memory.url())));
      String mysql = stores.mysqlUrl();
      Map<String, DurabilityBench> tills = new LinkedHashMap<>();
      tills.put("memory", teardown.add(new DurabilityBench("memory", 1, memory.url(), mysql)));
      tills.put("replica", teardown.add(new DurabilityBench("replica", 2, master.url(), mysql)));
      tills.put("disk", teardown.add(new DurabilityBench("disk", 3, disk.url(), mysql)));
      compare(tills);
    } finally {
      teardown.close();
    }
  }

  private static Path directory(DataDirectory place, String name) throws IOException {
    return Files.createDirectories(place.path().resolve(name));
  }

  private void compare(Map<String, DurabilityBench> tills) {
    Map<String, Figure> many = new LinkedHashMap<>();
    Map<String, Figure> one = new LinkedHashMap<>();
    for (DurabilityBench till : tills.values()) {
      till.perSecond(CALLERS, PER_CALL, plan.warmSeconds());
    }
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("durability, round " + round + " of " + plan.rounds());
      tills.forEach(
          (level, till) -> {
            many.computeIfAbsent(level, first -> new Figure())
                .add(till.perSecond(CALLERS, PER_CALL, plan.seconds()));
            one.computeIfAbsent(level, first -> new Figure())
                .add(till.perSecond(1, 1, plan.seconds()));
          });
    }
    Map<String, Figure> figures = new LinkedHashMap<>();
    many.forEach((level, figure) -> figures.put("many buyers, accepted/s, " + level, figure));
    one.forEach((level, figure) -> figures.put("one buyer after the other, " + level, figure));
    report.add("One till without HTTP, by level of durability", figures);
    double memory = many.get("memory").median();
    report.goal("many buyers, replica to memory", many.get("replica").median() / memory, 0.5);
    report.goal("many buyers, disk to memory", many.get("disk").median() / memory, 0.3);
  }

  /**
   * Measures the pen on a prepared stream against plain inserts of the same size.
   *
   * @param orders of one round
   */
  public void landing(int orders) throws IOException, InterruptedException {
    Map<String, Figure> figures = new TreeMap<>();
    Figure plain = new Figure();
    Figure pen = new Figure();
    Figure heap = new Figure();
    figures.put("orders/s, plain multi-row inserts of " + LandingBench.BATCH, plain);
    figures.put("orders/s, landed by the pen from a stream", pen);
    figures.put("most KB on the heap after a collection, pen", heap);
    Teardown teardown = new Teardown();
    try {
      DataDirectory directory = teardown.add(DataDirectory.throwAway(false));
      BenchRedis redis = teardown.add(BenchRedis.durable(directory.path()));
      Stores stores =
          teardown.add(Stores.open(directory.path(), Map.of(Stores.REDIS_URL, redis.url())));
      LandingBench bench = teardown.add(new LandingBench(redis, stores));
      for (int round = 0; round <= plan.rounds(); round++) {
        progress.step("landing, round " + round + " of " + plan.rounds() + " (0 warms up)");
        double inserted = bench.plain(orders);
        LandingBench.Drain drain = bench.pen(orders);
        if (round > 0) {
          plain.add(inserted);
          pen.add(drain.ordersPerSecond());
          heap.add(drain.mostHeapBytes() / (double) KILOBYTE);
        }
      }
    } finally {
      teardown.close();
    }
    report.add("Landing", figures);
    report.goal("landed orders/s to plain inserts", pen.median() / plain.median(), 0.60);
  }

  /** Measures all four services in one JVM. */
  public void oneJvm() throws IOException, InterruptedException {
    Teardown teardown = new Teardown();
    try {
      Place place = new Place(teardown);
      SaleSystem system = teardown.add(place.oneJvm());
      http(place, system, new Part("All in one JVM", Crowd.PLAIN, 0.40, 0.80));
    } finally {
      teardown.close();
    }
  }

  /** Measures all four services in one JVM with every layer of the gate between. */
  public void gate() throws IOException, InterruptedException {
    Teardown teardown = new Teardown();
    try {
      Place place = new Place(teardown);
      SaleSystem system = teardown.add(place.oneJvm());
      PreparedCrowd crowd = new PreparedCrowd(place.redis);
      http(place, system, new Part("One JVM, every layer of the gate", crowd, 0.30, 0.85));
    } finally {
      teardown.close();
    }
  }

  /** Measures the four fat jars as four processes. */
  public void cluster() throws IOException, InterruptedException {
    Teardown teardown = new Teardown();
    try {
      Place place = new Place(teardown);
      SaleSystem system = teardown.add(ClusterSale.start(place.stores, place.directory.path(), 1));
      http(place, system, new Part("Four clustered processes", Crowd.PLAIN, 0.25, 0.80));
    } finally {
      teardown.close();
    }
  }

  /** One part of the benchmark and its goals as ratios to the bare server. */
  private record Part(String name, Crowd crowd, double accepted, double refused) {}

  /** Where a part runs: its stores and the bare server. */
  private final class Place {
    private final DataDirectory directory;
    private final int barePort = Ports.free();
    private final BenchRedis redis;
    private final Stores stores;

    Place(Teardown teardown) {
      progress.step("starting");
      directory = teardown.add(DataDirectory.throwAway(false));
      Path log = directory.path().resolve("bare");
      JarProcess bare = new JarProcess("bare server", bare(barePort), Map.of(), log);
      bare.start();
      teardown.add(bare);
      redis = teardown.add(BenchRedis.durable(directory.path()));
      stores = teardown.add(Stores.open(directory.path(), Map.of(Stores.REDIS_URL, redis.url())));
    }

    SaleSystem oneJvm() {
      return ProcessSale.start(stores, directory.path(), java("-jar", jar()));
    }
  }

  private void http(Place place, SaleSystem system, Part part)
      throws IOException, InterruptedException {
    try (HttpBench bench =
        new HttpBench(
            plan, place.barePort, system, part.crowd(), place.directory.path(), progress)) {
      Map<String, Figure> figures = bench.run();
      report.add(part.name(), figures);
      double yardstick = figures.get(HttpBench.BARE).median();
      goal(part, "accepted", figures.get(HttpBench.ACCEPTED).median() / yardstick, part.accepted());
      goal(part, "SOLD_OUT", figures.get(HttpBench.SOLD_OUT).median() / yardstick, part.refused());
      for (String kind : part.crowd().refused().keySet()) {
        goal(part, kind, figures.get(kind).median() / yardstick, part.refused());
      }
      report.goal(
          part.name() + ": landed to accepted, sustained run",
          figures.get(HttpBench.LANDED).median() / figures.get(HttpBench.SUSTAINED).median(),
          // What is on its way when the run ends has not landed yet.
          0.99);
    }
  }

  private void goal(Part part, String what, double ratio, double atLeast) {
    report.goal(part.name() + ": " + what + " to bare server", ratio, atLeast);
  }

  private static List<String> bare(int port) {
    List<String> command = java("-cp", jar());
    command.add(BareServer.class.getName());
    command.add(Integer.toString(port));
    return command;
  }

  private static String jar() {
    return Home.find().resolve("standalone/target/standalone.jar").toString();
  }

  // The same flags for the yardstick and for the product.
  private static List<String> java(String... more) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC"));
    command.addAll(List.of(more));
    return command;
  }

  /** All figures so far. */
  public BenchReport report() {
    return report;
  }
}
