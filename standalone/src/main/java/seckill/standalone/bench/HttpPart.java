package seckill.standalone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import seckill.standalone.bench.profile.Profile;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.ClusterLayout;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.rehearsal.Progress;

/** A running system under load over HTTP, against a bare server as the yardstick. */
final class HttpPart implements Part {
  // What is on its way when the run ends has not landed yet.
  private static final double LANDED = 0.99;
  private static final double P99_MILLIS = 10;

  private final BenchPlan plan;
  private final Progress progress;
  private final Shape shape;

  /** What is measured, and what it is to come to as ratios to the bare server. */
  enum Shape {
    ONE_JVM("one JVM", 0.50, 0.90),
    ONE_JVM_GATE("one JVM, every layer of the gate", 0.30, 0.85),
    CLUSTER("four processes", 0.35, 0.80);

    private final String words;
    private final double accepted;
    private final double soldOut;

    Shape(String words, double accepted, double soldOut) {
      this.words = words;
      this.accepted = accepted;
      this.soldOut = soldOut;
    }
  }

  HttpPart(BenchPlan plan, Progress progress, Shape shape) {
    this.plan = plan;
    this.progress = progress;
    this.shape = shape;
  }

  @Override
  public void measure(PartResult result) throws IOException, InterruptedException {
    progress.step(shape.words + ": starting");
    try (BenchPlace place = BenchPlace.durable(plan.connections())) {
      place.tell(result);
      SaleSystem system = place.add(start(place));
      Crowd crowd = shape == Shape.ONE_JVM_GATE ? new PreparedCrowd(place.redis()) : Crowd.PLAIN;
      HttpBench bench = new HttpBench(plan, place, system, crowd, progress, result);
      try (bench) {
        bench.run();
      }
      tell(result);
      hold(result, crowd);
      if (plan.profile()) {
        progress.step(shape.words + ": reading what was recorded");
        // Which writes the recordings.
        system.close();
        profile(place.path(), bench, result);
      }
    }
  }

  // A recording that was cut off must not take the figures with it.
  private static void profile(Path directory, HttpBench bench, PartResult result) {
    try {
      List<Path> files = recordings(directory);
      Profile.of(files, bench.buying()).tell(result, "accepted purchases");
      Profile.of(files, bench.refusing()).tell(result, "SOLD_OUT");
    } catch (IOException e) {
      result.ran("profile", "cannot be read: " + e.getMessage());
    }
  }

  private SaleSystem start(BenchPlace place) {
    if (shape != Shape.CLUSTER) {
      return ProcessSale.start(place, recorded(place, "jvm"), Map.of());
    }
    // Each process has a file of its own.
    ClusterLayout layout =
        new ClusterLayout(
            ClusterLayout.nodes(Map.of()), node -> recording(place, node), JavaOptions.CLUSTER);
    return ClusterSale.start(place.stores(), place.path(), layout);
  }

  private Map<String, String> recording(BenchPlace place, String node) {
    return plan.profile()
        ? Map.of("JDK_JAVA_OPTIONS", String.join(" ", recorded(place, node)))
        : Map.of();
  }

  private List<String> recorded(BenchPlace place, String name) {
    return plan.profile() ? Profile.options(place.path().resolve(name + ".jfr")) : List.of();
  }

  private static List<Path> recordings(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jfr")).toList();
    }
  }

  private void tell(PartResult result) {
    result.ran("options of the bare server", String.join(" ", JavaOptions.ONE_JVM));
    result.ran(
        "options of the services",
        shape == Shape.CLUSTER
            ? "-Xmx512m " + String.join(" ", JavaOptions.CLUSTER)
            : String.join(" ", JavaOptions.ONE_JVM));
  }

  private void hold(PartResult result, Crowd crowd) {
    String name = shape.words + ": ";
    String bare = HttpBench.BARE;
    result.ratio(name + "accepted/s to bare server", HttpBench.ACCEPTED, bare, shape.accepted);
    result.ratio(name + "SOLD_OUT/s to bare server", HttpBench.SOLD_OUT, bare, shape.soldOut);
    for (Refusal refusal : crowd.refusals()) {
      result.note("refused by " + refusal.layer() + ", to bare server", refusal.figure(), bare);
    }
    result.ratio(
        name + "landed/s to accepted/s, sustained", HttpBench.LANDED, HttpBench.SUSTAINED, LANDED);
    if (shape == Shape.ONE_JVM) {
      result.atMost(name + "p99 at half the maximum, ms", OpenModel.latency("p99", 50), P99_MILLIS);
    }
  }
}
