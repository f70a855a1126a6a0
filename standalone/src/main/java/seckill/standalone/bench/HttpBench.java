package seckill.standalone.bench;

import java.io.IOException;
import java.util.Locale;
import seckill.standalone.bench.load.LoadResult;
import seckill.standalone.bench.load.Target;
import seckill.standalone.bench.profile.Windows;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.process.SaleException;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.rehearsal.Progress;

/** Loads one running system and the bare server in turn, with the same client. */
final class HttpBench implements AutoCloseable {
  static final String BARE = "yardstick: bare server, requests/s";
  static final String ACCEPTED = "accepted purchases/s";
  static final String SOLD_OUT = "SOLD_OUT answers/s";
  static final String SUSTAINED = "accepted/s, sustained run";
  static final String LANDED = "landed orders/s, sustained run";

  private static final String BACKLOG = "orders on their way at the end of the sustained run";
  private static final String CPU = "µs of processor time per accepted purchase: ";
  private static final String MEMORY = "MB of memory after a round: ";
  private static final int SOLD_OUT_STOCK = 100;
  private static final int SELL_OUT_TRIES = 30;
  private static final int WARM_STEP_SECONDS = 5;
  private static final double STEADY = 0.05;
  private static final double MICROS_PER_MILLI = 1000;
  private static final double NANOS_PER_MICRO = 1000;

  private final BenchPlan plan;
  private final BenchPlace place;
  private final SaleSystem system;
  private final Progress progress;
  private final PartResult result;
  private final SaleFloor floor;
  private final Buyers buyers;
  private final Target bare;
  private final long openItem;
  private final Target open;
  private final Target soldOut;
  private final Target paused;
  private final Windows buying = new Windows();
  private final Windows refusing = new Windows();

  HttpBench(
      BenchPlan plan,
      BenchPlace place,
      SaleSystem system,
      Crowd crowd,
      Progress progress,
      PartResult result)
      throws IOException, InterruptedException {
    this.plan = plan;
    this.place = place;
    this.system = system;
    this.progress = progress;
    this.result = result;
    this.floor = new SaleFloor(system, progress);
    this.buyers = new Buyers(plan, place, crowd, floor.mint());
    this.openItem = floor.open(SaleFloor.PLENTY, crowd.gate());
    this.bare = Target.item(place.barePort(), openItem);
    this.open = Target.item(floor.port(), openItem);
    this.soldOut = Target.item(floor.port(), floor.open(SOLD_OUT_STOCK, crowd.gate()));
    long closed = floor.open(SOLD_OUT_STOCK, crowd.gate());
    this.paused = Target.item(floor.port(), closed);
    floor.pause(closed);
    result.ran("database", floor.databaseVersion());
    floor.block("USER", Buyers.BLOCKED_USER);
    floor.block("ADDRESS", PreparedCrowd.BLOCKED_ADDRESS);
  }

  /** When purchases were accepted as fast as possible, in the rounds. */
  Windows buying() {
    return buying;
  }

  /** When nearly everybody was told SOLD_OUT, in the rounds. */
  Windows refusing() {
    return refusing;
  }

  /** Measures everything. */
  void run() throws IOException, InterruptedException {
    sellOut();
    warm(BARE, () -> look(bare, WARM_STEP_SECONDS));
    double accepted = warm(ACCEPTED, () -> buy(WARM_STEP_SECONDS, 0));
    floor.drain(openItem);
    warm(SOLD_OUT, () -> look(soldOut, WARM_STEP_SECONDS));
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.step("round " + round + " of " + plan.rounds());
      result.add(BARE, look(bare, plan.seconds()).perSecond());
      accepted(accepted);
      floor.drain(openItem);
      refusing.open();
      result.add(SOLD_OUT, buyers.refused(soldOut, plan.seconds()).perSecond());
      refusing.close();
      refusals();
    }
    OpenModel openModel = new OpenModel(plan, floor, buyers, open, progress);
    openModel.measure(result.figure(ACCEPTED).median(), result);
    sustained(accepted);
    floor.drain(openItem);
  }

  // A cold server on a busy machine may need more than one second for it.
  private void sellOut() throws IOException, InterruptedException {
    for (int tries = 0; buyers.sellOut(soldOut, 1).refused() == 0; tries++) {
      if (tries == SELL_OUT_TRIES) {
        throw new SaleException("the item does not sell out");
      }
    }
  }

  private interface Step {
    LoadResult run() throws IOException, InterruptedException;
  }

  /** Loads in steps until two of them differ by little; the last rate. */
  private double warm(String what, Step step) throws IOException, InterruptedException {
    double before = 0;
    for (int spent = 0; spent < plan.warmSeconds(); spent += WARM_STEP_SECONDS) {
      double rate = step.run().perSecond();
      progress.step(String.format(Locale.ROOT, "warming: %s: %,.0f", what, rate));
      if (before > 0 && Math.abs(rate - before) < STEADY * before) {
        return rate;
      }
      before = rate;
    }
    return before;
  }

  private LoadResult look(Target target, int seconds) throws IOException, InterruptedException {
    return buyers.look(target, seconds);
  }

  private LoadResult buy(int seconds, double expected) throws IOException, InterruptedException {
    return buyers.buy(open, seconds, expected);
  }

  private void accepted(double expected) throws IOException, InterruptedException {
    ProcessMeter meter = new ProcessMeter(place.processes(system));
    buying.open();
    LoadResult load = buy(plan.seconds(), expected);
    buying.close();
    meter
        .sinceStart()
        .forEach(
            (name, time) ->
                result.add(CPU + name, time.toNanos() / NANOS_PER_MICRO / load.requests()));
    meter.megabytes().forEach((name, megabytes) -> result.add(MEMORY + name, megabytes));
    result.add(ACCEPTED, load.perSecond());
    result.add("p50 latency, closed model, ms", load.p50Micros() / MICROS_PER_MILLI);
    result.add("p99 latency, closed model, ms", load.p99Micros() / MICROS_PER_MILLI);
  }

  private void refusals() throws IOException, InterruptedException {
    for (Refusal refusal : buyers.crowd().refusals()) {
      Target target =
          switch (refusal.item()) {
            case OPEN -> open;
            case SOLD_OUT -> soldOut;
            case PAUSED -> paused;
          };
      int seconds = Math.max(1, plan.seconds() / 2);
      result.add(refusal.figure(), buyers.refused(target, refusal, seconds).perSecond());
    }
  }

  private void sustained(double expected) throws IOException, InterruptedException {
    progress.step("sustained run of " + plan.sustainedSeconds() + " s");
    long before = floor.landed(openItem);
    LoadResult load = buy(plan.sustainedSeconds(), expected);
    long landed = floor.landed(openItem) - before;
    result.add(SUSTAINED, load.perSecond());
    result.add(LANDED, landed * load.perSecond() / load.requests());
    result.add(BACKLOG, Math.max(0, load.requests() - landed));
  }

  @Override
  public void close() {
    floor.close();
  }
}
