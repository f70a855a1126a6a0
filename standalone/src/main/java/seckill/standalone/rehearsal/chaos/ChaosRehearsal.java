package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.DataDirectory;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Teardown;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Progress;

/**
 * Rounds of chaos, one after the other, on one system that lives through all of them. After a round
 * that fails the system is left to be looked at, and the next round gets a new one.
 */
public final class ChaosRehearsal implements AutoCloseable {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

  /** What waits for minutes in a sale is waited for in seconds here. */
  private static final Map<String, String> IMPATIENT =
      Map.ofEntries(
          Map.entry("SECKILL_OUTBOX_RETRY_MAX_MILLIS", "1000"),
          Map.entry("SECKILL_ADDRESS_LIMIT_ENABLED", "false"),
          Map.entry("SECKILL_WINDOW_ENABLED", "false"),
          Map.entry("SECKILL_CLUSTER_LOST_MILLIS", "15000"),
          Map.entry("SECKILL_CONSUMER_CLAIM_IDLE_MILLIS", "3000"),
          Map.entry("SECKILL_MYSQL_QUERY_TIMEOUT_MILLIS", "3000"),
          Map.entry("SECKILL_CONSUMER_CLAIM_MILLIS", "500"),
          Map.entry("SECKILL_CONSUMER_RETRY_MAX_MILLIS", "1000"),
          Map.entry("SECKILL_RECONCILE_SALE_INTERVAL_MILLIS", "2000"),
          Map.entry("SECKILL_RECONCILE_LEASE_MILLIS", "3000"),
          Map.entry("SECKILL_RECONCILE_GRACE_MILLIS", "2000"));

  private final ChaosPlan plan;
  private final Map<String, String> settings;
  private final boolean keep;
  private final Progress progress;
  private final Clock clock;
  private final List<RoundReport> reports = new ArrayList<>();
  private final List<String> afterwards = new ArrayList<>();
  private final List<Long> items = new ArrayList<>();
  private volatile Teardown teardown = new Teardown();
  private DataDirectory directory;
  private ChaosSystem system;

  /**
   * A rehearsal.
   *
   * @param keep whether files and logs are kept whatever comes out
   */
  public ChaosRehearsal(ChaosPlan plan, boolean keep, Progress progress, Clock clock) {
    this.plan = plan;
    this.settings = new HashMap<>(IMPATIENT);
    this.keep = keep;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Runs all rounds.
   *
   * @param lines takes one line per round as it is over, and what was wrong
   */
  public ChaosReport run(Consumer<String> lines) {
    for (int i = 0; i < plan.rounds(); i++) {
      if (system == null) {
        start();
      }
      RoundReport report = round(plan.seed() + i);
      reports.add(report);
      progress.end();
      report.breaches().forEach(breach -> lines.accept("wrong: " + breach));
      lines.accept(report.line());
      if (!report.passes()) {
        leave(report, lines);
      }
    }
    if (system != null) {
      lookAgain(lines);
    }
    return new ChaosReport(reports, afterwards, plan);
  }

  private void start() {
    directory = teardown.add(DataDirectory.throwAway(keep));
    progress.step("starting everything; files and logs are in " + directory.path());
    system = teardown.add(ChaosSystem.start(directory.path(), settings));
  }

  private RoundReport round(long seed) {
    progress.step("round " + (reports.size() + 1) + " of " + plan.rounds() + ", seed " + seed);
    try (ChaosRound round = new ChaosRound(plan, seed, system, progress, clock)) {
      items.add(round.itemId());
      return round.run();
    }
  }

  private void leave(RoundReport report, Consumer<String> lines) {
    report.diary().forEach(lines);
    lines.accept("files and logs of seed " + report.seed() + " are kept in " + directory.path());
    directory.keep();
    stop();
    items.clear();
  }

  private void stop() {
    system = null;
    teardown.close();
    teardown = new Teardown();
  }

  private void lookAgain(Consumer<String> lines) {
    Vertx vertx = Vertx.vertx();
    try {
      SaleSystem sale = system.sale();
      TokenMint mint = TokenMint.of(sale, clock);
      SaleApi api = new SaleApi(vertx.createHttpClient(), sale.gateways().get(0), mint);
      for (long itemId : items) {
        progress.show("looking at item " + itemId + " once more");
        Examination examination =
            new Examination(plan, sale, system::awaitReady, progress, vertx, itemId);
        afterwards.addAll(examination.again(api));
      }
    } catch (SaleException e) {
      afterwards.add(e.getMessage());
    } finally {
      Waiting.on(vertx.close(), CLOSE_LIMIT, "cannot stop");
    }
    progress.end();
    afterwards.forEach(breach -> lines.accept("wrong afterwards: " + breach));
    if (!afterwards.isEmpty()) {
      lines.accept("files and logs are kept in " + directory.path());
      directory.keep();
    }
  }

  @Override
  public void close() {
    teardown.close();
  }
}
