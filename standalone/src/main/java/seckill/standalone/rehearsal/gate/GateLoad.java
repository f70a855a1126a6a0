package seckill.standalone.rehearsal.gate;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import seckill.contract.ItemSpec;
import seckill.standalone.client.Reply;
import seckill.standalone.client.SaleApi;
import seckill.standalone.client.TokenMint;
import seckill.standalone.process.SaleSystem;
import seckill.standalone.process.Waiting;
import seckill.standalone.rehearsal.Details;
import seckill.standalone.rehearsal.ItemBooks;
import seckill.standalone.rehearsal.Load;
import seckill.standalone.rehearsal.Plan;
import seckill.standalone.rehearsal.Progress;
import seckill.standalone.rehearsal.Tally;
import seckill.standalone.rehearsal.Witness;

/**
 * A crowd of honest buyers and scripts at a sale with every layer of the gate before it. The honest
 * register, queue, solve challenges and buy; the scripts try to get around that.
 */
final class GateLoad implements Load {
  static final String GAVE_UP = "GAVE_UP";

  private static final Duration CALL_LIMIT = Duration.ofSeconds(60);
  private static final int SCRIPTS_SHARE_OF_CONNECTIONS = 4;
  private static final double SWITCH_AT = 0.5;

  private final Vertx vertx;
  private final Context context;
  private final Plan plan;
  private final GateRehearsal setup;
  private final Clock clock;
  private final TokenMint mint;
  private final List<URI> gateways;
  private final SaleApi api;
  private final FunnelWatch funnel;
  private final Tally tally = new Tally();
  private final Witness witness;
  private final BotTally botTally = new BotTally();
  private final List<ItemCalls> items = new ArrayList<>();
  private final Promise<Void> over = Promise.promise();

  private double perSecond;
  private Schedule schedule;
  private Population population;
  private Drive honest;
  private Drive scripts;
  private Future<Void> drill;
  private int buyersDone;
  private int buyersStarted;
  private volatile long startNanos;
  private volatile long endNanos;

  GateLoad(
      Vertx vertx, Plan plan, GateRehearsal setup, SaleSystem system, TokenMint mint, Clock clock) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.plan = plan;
    this.setup = setup;
    this.clock = clock;
    this.mint = mint;
    this.gateways = system.gateways();
    this.api = new SaleApi(vertx.createHttpClient(), gateways.get(0), mint);
    this.funnel = new FunnelWatch(vertx, system.management());
    this.witness = new Witness(plan.users());
  }

  @Override
  public void warmUp(Progress progress) {
    progress.step("measuring how fast people can register");
    Drive drive = drive(plan.concurrency());
    perSecond = new WarmUp(mint, clock).registrationsPerSecond(api, drive);
    context.runOnContext(done -> drive.stop());
  }

  @Override
  public ItemSpec item(long itemId, int number, Instant now) {
    if (schedule == null) {
      schedule = Schedule.of(plan, plan.users() + setup.scripts(), perSecond, now);
    }
    items.add(new ItemCalls(Long.toString(itemId)));
    return schedule.item(itemId, "rehearsal-" + number, plan.stock());
  }

  @Override
  public void prepare(Progress progress) {
    population =
        new Population(
            plan, setup.scripts(), items, mint, setup.quiz()::answer, clock, tally, witness);
    Enrolment enrolment = new Enrolment(population, schedule, clock);
    progress.step("registering " + plan.users() + " honest buyers, and scripts");
    Drive registration = drive(plan.concurrency());
    enrolment.register(registration, plan.seed());
    context.runOnContext(done -> registration.stop());
    enrolment.block(api, progress);
    progress.step("waiting for the end of registration");
    enrolment.close();
    Waiting.on(funnel.look(), CALL_LIMIT, "cannot read the metrics");
    funnel.start();
  }

  private Drive drive(int concurrency) {
    return new Drive(vertx, context, gateways, mint, concurrency);
  }

  @Override
  public Future<Void> start() {
    honest = drive(plan.concurrency());
    scripts = drive(Math.max(1, plan.concurrency() / SCRIPTS_SHARE_OF_CONNECTIONS));
    startNanos = System.nanoTime();
    context.runOnContext(
        start -> {
          population.bots().forEach(this::admit);
          admitBuyers();
          vertx.setTimer(plan.limit().toMillis(), late -> end());
        });
    return over.future();
  }

  private void admit(Bots.Bot bot) {
    botTally.joins(bot.kind());
    scripts.admit(
        bot.visitor(),
        new Drive.Listener() {
          @Override
          public void heard(Call call, Reply reply, long nanos) {
            botTally.heard(bot.kind(), Heard.label(call, reply));
          }

          @Override
          public void done() {}
        });
  }

  private void admitBuyers() {
    long due =
        plan.rate() == 0
            ? plan.users()
            : (System.nanoTime() - startNanos) * plan.rate() / TimeUnit.SECONDS.toNanos(1) + 1;
    while (buyersStarted < Math.min(due, plan.users())) {
      Buyer buyer = population.honest().get(buyersStarted++).buyer();
      honest.admit(buyer, new BuyerListener());
    }
    if (buyersStarted < plan.users()) {
      vertx.setTimer(1, later -> admitBuyers());
    }
  }

  private final class BuyerListener implements Drive.Listener {
    @Override
    public void heard(Call call, Reply reply, long nanos) {
      if (ItemCalls.isPurchase(call) && reply.status() != 0) {
        tally.latency(nanos);
      }
      if (drill == null && doneShare() >= SWITCH_AT) {
        drill = new SwitchDrill(vertx, api, items.get(0).itemId()).run();
      }
    }

    @Override
    public void done() {
      if (++buyersDone == plan.users()) {
        end();
      }
    }
  }

  private void end() {
    if (endNanos != 0) {
      return;
    }
    endNanos = System.nanoTime();
    honest.stop();
    scripts.stop();
    population.books().forEach(book -> book.giveUp(GAVE_UP));
    (drill == null ? Future.<Void>succeededFuture() : drill).onComplete(over);
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  @Override
  public Tally tally() {
    return tally;
  }

  @Override
  public double doneShare() {
    return plan.expectedSold() == 0 ? 1 : (double) tally.soldCount() / plan.expectedSold();
  }

  @Override
  public String progress() {
    return tally.settledCount() + " of " + plan.users() + " honest buyers are done";
  }

  @Override
  public long intervalNanos() {
    // Buyers wait for people and for their turn, so a slow answer keeps nobody from sending.
    return 0;
  }

  @Override
  public String latencyBasis() {
    return "purchases of honest buyers";
  }

  @Override
  public Map<String, String> told() {
    return witness.told(user -> population.honest().get(user).book().userId());
  }

  @Override
  public List<String> breaches(List<ItemBooks> books) {
    List<BuyerBook> buyers = population.books();
    double seconds = (endNanos - startNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    GateLaws laws = new GateLaws();
    laws.onlyTheHonestHold(books, buyers);
    laws.nobodyHonestIsForbidden(buyers);
    laws.everybodyGetsAFinalAnswer(tally.outcomes());
    laws.scriptsGetNothing(botTally);
    laws.nobodyIsFasterThanAHuman(population.bots());
    laws.limitHolds(
        botTally, BotKind.Limit.ADDRESS, setup.limits().mostByAddress(seconds) * gateways.size());
    laws.limitHolds(botTally, BotKind.Limit.WINDOW, setup.limits().mostByUser(seconds));
    // Where nothing is for sale, the board tells so before the last layers.
    if (plan.expectedSold() > 0) {
      laws.everyLayerStands(funnel.funnel());
    }
    List<String> breaches = new ArrayList<>(laws.breaches());
    breaches.addAll(witness.summary());
    return breaches;
  }

  @Override
  public Details details() {
    Waiting.on(funnel.stop(), CALL_LIMIT, "cannot read the metrics");
    return new GateReport(botTally, funnel.funnel(), funnel.restarts()).details();
  }
}
