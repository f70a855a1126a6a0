package seckill.standalone.rehearsal;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import seckill.contract.ItemSpec;
import seckill.contract.Texts;
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
  private static final long IDS_PER_MILLI = 1000;
  private static final double CRASH_AT = 0.25;

  private final Plan plan;
  private final SaleSystem system;
  private final Progress progress;
  private final Clock clock;
  private final Vertx vertx = Vertx.vertx();
  private final Load load;
  private final SaleApi api;
  private final Books books;
  private final List<Long> itemIds = new ArrayList<>();

  private long landedSeen;
  private long lastLandedNanos;

  /** Makes the load of a rehearsal. */
  @FunctionalInterface
  public interface Loads {
    Load create(Vertx vertx, Plan plan, SaleSystem system, TokenMint mint, Clock clock);
  }

  /** A rehearsal of the purchases alone, with nothing before the items. */
  public Rehearsal(Plan plan, SaleSystem system, Progress progress, Clock clock) {
    this(plan, system, progress, clock, Rehearsal::plain);
  }

  public Rehearsal(Plan plan, SaleSystem system, Progress progress, Clock clock, Loads loads) {
    this.plan = plan;
    this.system = system;
    this.progress = progress;
    this.clock = clock;
    TokenMint mint = TokenMint.of(system, clock);
    this.load = loads.create(vertx, plan, system, mint, clock);
    this.api = new SaleApi(vertx.createHttpClient(), system.gateways().get(0), mint);
    this.books = new Books(vertx, system);
  }

  private static Load plain(
      Vertx vertx, Plan plan, SaleSystem system, TokenMint mint, Clock clock) {
    return new Rush(vertx, plan, system, mint);
  }

  /**
   * Runs it.
   *
   * @param crash name of a service to be killed in the middle and started again, or {@code null}
   */
  public RehearsalReport run(String crash) {
    load.warmUp(progress);
    progress.step("importing and preheating " + Texts.counted(plan.items(), "item"));
    openSale();
    load.prepare(progress);
    rush(load.start(), crash);
    boolean drained = drain();
    Map<String, String> reconciliations = reconcile();
    progress.step("reading the books");
    Details details = load.details();
    Verdict verdict = judge(drained, reconciliations);
    progress.end();
    return report(reconciliations, verdict, details);
  }

  private void openSale() {
    ItemImport importer = new ItemImport(api);
    Instant now = clock.instant();
    // New ids, so that a rehearsal on a running system touches no other item.
    long base = now.toEpochMilli() * IDS_PER_MILLI;
    List<ItemSpec> items = new ArrayList<>();
    for (int i = 0; i < plan.items(); i++) {
      items.add(load.item(base + i, i, now));
      itemIds.add(base + i);
    }
    importer.run(items);
    itemIds.forEach(id -> importer.preheat(Long.toString(id)));
  }

  private void rush(Future<Void> over, String crash) {
    CompletableFuture<Void> drill = null;
    Tally tally = load.tally();
    while (!over.isComplete()) {
      if (crash != null && drill == null && load.doneShare() >= CRASH_AT) {
        progress.step("killing the " + crash + " service");
        drill = CompletableFuture.runAsync(() -> system.crash(crash));
      }
      watchLanding();
      progress.show(
          "rush: "
              + load.progress()
              + ", "
              + tally.soldCount()
              + " sold, "
              + landedSeen
              + " landed, tried again after "
              + RehearsalReport.counts(tally.retries()));
      Waiting.pause(POLL);
    }
    if (drill != null) {
      progress.step("waiting for the " + crash + " service to be back");
      drill.join();
    }
  }

  private boolean drain() {
    long deadline = System.nanoTime() + plan.limit().toNanos();
    BooleanSupplier drained = () -> itemIds.stream().allMatch(books::isDrained);
    while (!drained.getAsBoolean()) {
      watchLanding();
      progress.show("drain: " + landedSeen + " of " + load.tally().soldCount() + " orders landed");
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

  private Map<String, String> reconcile() {
    Map<String, String> verdicts = new TreeMap<>();
    for (long itemId : itemIds) {
      String id = Long.toString(itemId);
      progress.show("reconciling item " + id);
      Reply reply = new Reconciliation(api).run(id, CALL_LIMIT);
      verdicts.put(
          id, reply.succeeded() ? reply.body().getString("verdict") : "failed: " + reply.problem());
    }
    return verdicts;
  }

  private Verdict judge(boolean drained, Map<String, String> reconciliations) {
    List<ItemBooks> pages = itemIds.stream().map(books::read).toList();
    Verdict verdict = Verdict.of(pages, plan.expectedSold(), load.told());
    List<String> breaches = verdict.breaches();
    if (!drained) {
      breaches.add("not every order landed within " + plan.limit().toSeconds() + " s");
    }
    breaches.addAll(load.breaches(pages));
    reconciliations.forEach(
        (id, result) -> {
          if (!result.equals("BALANCED")) {
            breaches.add("item " + id + ": the auditor says " + result);
          }
        });
    return verdict;
  }

  private RehearsalReport report(
      Map<String, String> reconciliations, Verdict verdict, Details details) {
    Tally tally = load.tally();
    return new RehearsalReport(
        plan,
        tally.outcomes(),
        tally.retries(),
        perSecond(tally.soldCount(), tally.lastSoldNanos() - load.startNanos()),
        perSecond(landedSeen, lastLandedNanos - load.startNanos()),
        tally.corrected(load.intervalNanos()),
        load.latencyBasis(),
        reconciliations,
        details,
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
