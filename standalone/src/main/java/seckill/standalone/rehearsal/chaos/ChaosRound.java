package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.ClusterSale;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Progress;

/**
 * One round: an item goes on sale, a crowd comes, everything breaks and comes back, and then every
 * law is checked.
 */
final class ChaosRound implements AutoCloseable {
  static final long PRICE_CENTS = 149_900;
  private static final Duration CLOCK_SLACK = Duration.ofMinutes(1);
  private static final Duration SALE = Duration.ofHours(2);
  private static final Duration BOARD_LIMIT = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  /** With this exit code a node asks to be started again: the cluster has lost it. */
  private final ChaosPlan plan;

  private final long seed;
  private final ChaosSystem system;
  private final Progress progress;
  private final Clock clock;
  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = vertx.createHttpClient();
  private final long itemId;
  private final List<Fault> faults;
  private final List<String> breaches = new ArrayList<>();
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final List<String> diary = new ArrayList<>();

  ChaosRound(ChaosPlan plan, long seed, ChaosSystem system, Progress progress, Clock clock) {
    this.plan = plan;
    this.seed = seed;
    this.system = system;
    this.progress = progress;
    this.clock = clock;
    this.itemId = clock.millis();
    this.faults = FaultPlan.draw(seed, plan.window(), system.processes(), system.links());
  }

  long itemId() {
    return itemId;
  }

  /** Runs it; whatever goes wrong is in the report. */
  RoundReport run() {
    long start = System.nanoTime();
    SaleSystem sale = system.sale();
    TokenMint mint = new TokenMint(sale.tokenSecret(), clock);
    SaleApi api = new SaleApi(client, sale.gateways().get(0), mint);
    Map<String, Long> answers = Map.of();
    try (Crowd crowd = new Crowd(vertx, plan, seed, sale, mint, itemId)) {
      answers = crowd.answers();
      openSale(api);
      rush(crowd);
      Examination examination =
          new Examination(plan, sale, () -> note(system.awaitReady()), progress, vertx, itemId);
      examination.drain();
      progress.step("seed " + seed + ": everything is back, latecomers come");
      // By then the gateways' boards have heard of units that came back.
      Waiting.pause(BOARD_LIMIT);
      Waiting.on(crowd.latecomers(), plan.limit().multipliedBy(2), "latecomers");
      breaches.addAll(examination.of(crowd, api));
      counts.putAll(examination.counts());
    } catch (SaleException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      breaches.add("item " + itemId + ": " + e.getMessage());
    }
    return report(new TreeMap<>(answers), System.nanoTime() - start);
  }

  private RoundReport report(Map<String, Long> answers, long nanos) {
    double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
    return new RoundReport(seed, counts, answers, breaches, faults, diary, seconds);
  }

  private void openSale(SaleApi api) {
    ItemImport importer = new ItemImport(api);
    Instant now = clock.instant();
    importer.run(
        List.of(
            new ItemSpec(
                itemId,
                "chaos-" + seed,
                "Chaos item " + seed,
                PRICE_CENTS,
                plan.stock(),
                now.minus(CLOCK_SLACK),
                now.plus(SALE))));
    importer.preheat(Long.toString(itemId));
  }

  private void rush(Crowd crowd) {
    try (Storm storm = Storm.begin(system, faults)) {
      try {
        Future<Void> rush = crowd.rush();
        while (!rush.isComplete()) {
          progress.show(
              "seed " + seed + ": " + storm.done() + " of " + faults.size() + " faults are over");
          Waiting.pause(POLL);
        }
        storm.awaitEnd();
        note(system.awaitReady());
      } finally {
        diary.addAll(storm.diary());
        counts.put("faults", (long) storm.done());
      }
    }
  }

  private void note(Map<String, Integer> ended) {
    ended.forEach(
        (name, exitCode) -> {
          diary.add(name + " had ended with exit code " + exitCode);
          if (exitCode != ClusterSale.START_AGAIN) {
            breaches.add(name + " ended by itself with exit code " + exitCode);
          }
        });
    counts.merge("lostNodes", (long) ended.size(), Long::sum);
  }

  @Override
  public void close() {
    Waiting.on(vertx.close(), CLOSE_LIMIT, "cannot stop the load generator");
  }
}
