package seckill.standalone.rehearsal;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import seckill.contract.ItemSpec;
import seckill.standalone.catalog.ItemImport;
import seckill.standalone.client.Reconciliation;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Waiting;

/** The whole main job at once: import, preheat, rush, drain, reconcile, verdict. */
public final class Rehearsal implements AutoCloseable {
  private static final Duration CALL_LIMIT = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(25);
  private static final long PRICE_CENTS = 149_900;
  private static final long IDS_PER_MILLI = 1000;
  private static final Duration CLOCK_SLACK = Duration.ofMinutes(1);
  private static final int CRASH_AT_ONE_IN = 4;

  private final Plan plan;
  private final SaleSystem system;
  private final Progress progress;
  private final Clock clock;
  private final Vertx vertx = Vertx.vertx();
  private final TokenMint mint;
  private final SaleApi api;
  private final Books books;
  private final List<Long> itemIds = new ArrayList<>();

  private long landedSeen;
  private long lastLandedNanos;

  public Rehearsal(Plan plan, SaleSystem system, Progress progress, Clock clock) {
    this.plan = plan;
    this.system = system;
    this.progress = progress;
    this.clock = clock;
    this.mint = new TokenMint(system.tokenSecret(), clock);
    this.api = new SaleApi(vertx.createHttpClient(), system.gateways().get(0), mint);
    this.books = new Books(vertx, system.redisUrl(), system.mysqlUrl());
  }

  /**
   * Runs it.
   *
   * @param crash name of a service to be killed in the middle and started again, or {@code null}
   */
  public RehearsalReport run(String crash) {
    progress.step("importing and preheating " + plan.items() + " item(s)");
    openSale();
    List<String> ids = itemIds.stream().map(String::valueOf).toList();
    Rush rush = new Rush(vertx, plan, ids, system, mint);
    Future<Void> over = rush.start();
    rush(rush, over, crash);
    boolean drained = drain(rush);
    Map<String, String> reconciliations = reconcile(ids);
    progress.step("reading the books");
    Verdict verdict = judge(rush, drained, reconciliations);
    progress.end();
    return report(rush, reconciliations, verdict);
  }

  private void openSale() {
    ItemImport importer = new ItemImport(api);
    Instant now = clock.instant();
    // New ids, so that a rehearsal on a running system touches no other item.
    long base = now.toEpochMilli() * IDS_PER_MILLI;
    List<ItemSpec> items = new ArrayList<>();
    for (int i = 0; i < plan.items(); i++) {
      items.add(
          new ItemSpec(
              base + i,
              "rehearsal-" + i,
              "Rehearsal item " + i,
              PRICE_CENTS,
              plan.stock(),
              // A little early, for the clock of Redis.
              now.minus(CLOCK_SLACK),
              now.plus(plan.limit()).plus(Duration.ofHours(1))));
      itemIds.add(base + i);
    }
    importer.run(items);
    itemIds.forEach(id -> importer.preheat(Long.toString(id)));
  }

  private void rush(Rush rush, Future<Void> over, String crash) {
    long enough = plan.attempts() / CRASH_AT_ONE_IN;
    CompletableFuture<Void> drill = null;
    while (!over.isComplete()) {
      Tally tally = rush.tally();
      if (crash != null && drill == null && tally.settledCount() >= enough) {
        progress.step("killing the " + crash + " service");
        drill = CompletableFuture.runAsync(() -> system.crash(crash));
      }
      watchLanding();
      progress.show(
          "rush: "
              + tally.settledCount()
              + " of "
              + plan.attempts()
              + " tries answered, "
              + tally.soldCount()
              + " sold, "
              + landedSeen
              + " landed, tried again after "
              + tally.retries());
      Waiting.pause(POLL);
    }
    if (drill != null) {
      progress.step("waiting for the " + crash + " service to be back");
      drill.join();
    }
  }

  private boolean drain(Rush rush) {
    long deadline = System.nanoTime() + plan.limit().toNanos();
    BooleanSupplier drained = () -> itemIds.stream().allMatch(books::isDrained);
    while (!drained.getAsBoolean()) {
      watchLanding();
      progress.show("drain: " + landedSeen + " of " + rush.tally().soldCount() + " orders landed");
      if (System.nanoTime() > deadline) {
        return false;
      }
      Waiting.pause(POLL);
    }
    watchLanding();
    return true;
  }

  private void watchLanding() {
    long landed = books.landed(itemIds);
    if (landed != landedSeen) {
      landedSeen = landed;
      lastLandedNanos = System.nanoTime();
    }
  }

  private Map<String, String> reconcile(List<String> ids) {
    Map<String, String> verdicts = new TreeMap<>();
    for (String id : ids) {
      progress.show("reconciling item " + id);
      Reply reply = new Reconciliation(api).run(id, CALL_LIMIT);
      verdicts.put(
          id, reply.succeeded() ? reply.body().getString("verdict") : "failed: " + reply.problem());
    }
    return verdicts;
  }

  private Verdict judge(Rush rush, boolean drained, Map<String, String> reconciliations) {
    Map<String, String> told = new HashMap<>();
    for (int user = 0; user < plan.users(); user++) {
      if (rush.witness().orderOf(user) != null) {
        told.put(rush.crowd().userId(user), rush.witness().orderOf(user));
      }
    }
    Verdict verdict =
        Verdict.of(itemIds.stream().map(books::read).toList(), plan.expectedSold(), told);
    List<String> breaches = verdict.breaches();
    if (!drained) {
      breaches.add("not every order landed within " + plan.limit().toSeconds() + " s");
    }
    rush.tally().outcomes().forEach((outcome, count) -> noteUnexpected(breaches, outcome, count));
    if (rush.witness().contradictionCount() > 0) {
      breaches.add(rush.witness().contradictionCount() + " contradictory answers");
      breaches.addAll(rush.witness().contradictions());
    }
    reconciliations.forEach(
        (id, result) -> {
          if (!result.equals("BALANCED")) {
            breaches.add("item " + id + ": the auditor says " + result);
          }
        });
    return verdict;
  }

  private static void noteUnexpected(List<String> breaches, String outcome, long count) {
    switch (outcome) {
      case "ACCEPTED", "DUPLICATE", "SOLD_OUT" -> {}
      case Rush.GAVE_UP -> breaches.add(count + " tries got no final answer in time");
      default -> breaches.add(count + " tries were answered " + outcome);
    }
  }

  private RehearsalReport report(Rush rush, Map<String, String> reconciliations, Verdict verdict) {
    Tally tally = rush.tally();
    // Without a given rate each connection is as fast as its answers, on average.
    long intervalNanos = plan.rate() > 0 ? 0 : tally.meanNanos();
    return new RehearsalReport(
        plan,
        tally.outcomes(),
        tally.retries(),
        perSecond(tally.soldCount(), tally.lastSoldNanos() - rush.startNanos()),
        perSecond(landedSeen, lastLandedNanos - rush.startNanos()),
        tally.corrected(intervalNanos),
        reconciliations,
        verdict);
  }

  private static double perSecond(long count, long nanos) {
    return count == 0 ? 0 : count * 1e9 / Math.max(1, nanos);
  }

  @Override
  public void close() {
    books.close();
    Waiting.on(vertx.close(), CALL_LIMIT, "cannot stop the load generator");
  }
}
