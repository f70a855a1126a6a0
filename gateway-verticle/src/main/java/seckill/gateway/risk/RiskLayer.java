package seckill.gateway.risk;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import seckill.contract.Outcome;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.MemoryBudget;
import seckill.gateway.gate.RiskSignals;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/**
 * Asks more of purchases that look unlike those of an honest buyer: a challenge, some patience, or
 * to come again. One for all event loops of a gateway, which counts for itself alone; thread-safe.
 *
 * <p>A rule is a guess, and many honest buyers share an address: nobody is ever kept out for good.
 */
public final class RiskLayer implements GateLayer, Configurable, RiskSignals {
  /** Where apps name the device they run on; absent in browsers. */
  static final CharSequence DEVICE_ID = HttpHeaders.createOptimized("Device-Id");

  private static final Verdict CHALLENGED = Verdict.pass("CHALLENGED");

  private final Delays delays;
  private final RiskMeters meters;
  private final Clock clock;
  private final LongSupplier nanoClock;
  private final long beginNanos;
  private volatile State state;

  /** What goes together: settings, and what is counted and kept by them. */
  private record State(
      RiskSettings settings, RiskCounts counts, RecentVerdicts recent, Verdict refusal) {}

  /**
   * @param section the settings, checked
   * @param clock the time, to be shown
   * @param nanoClock a clock that only runs forward
   */
  public RiskLayer(
      Vertx vertx,
      JsonObject section,
      MeterRegistry registry,
      Clock clock,
      LongSupplier nanoClock) {
    this.delays = new Delays(vertx);
    this.meters = new RiskMeters(registry);
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.beginNanos = nanoClock.getAsLong();
    configure(section);
  }

  @Override
  public String name() {
    return "risk";
  }

  @Override
  public String section() {
    return "risk";
  }

  @Override
  public void check(JsonObject section) {
    RiskSettings next = RiskSettings.of(section);
    if (next.tracked() != state.settings().tracked()) {
      MemoryBudget.require("risk.tracked", RiskCounts.bytes(next.tracked()));
    }
  }

  @Override
  public synchronized void configure(JsonObject section) {
    RiskSettings next = RiskSettings.of(section);
    State former = state;
    boolean sameCounts = former != null && former.settings().tracked() == next.tracked();
    boolean sameRecent = former != null && former.settings().recent() == next.recent();
    state =
        new State(
            next,
            sameCounts ? former.counts() : new RiskCounts(next.tracked()),
            sameRecent ? former.recent() : new RecentVerdicts(next.recent()),
            Verdict.refuse(Outcome.RATE_LIMITED, next.retryAfterSeconds()));
  }

  @Override
  public Verdict check(Visit visit) {
    State now = state;
    if (!now.settings().enabled()) {
      return Verdict.PASS;
    }
    Map<RiskRule, RuleSettings> rules = now.settings().rulesOf(visit.itemId());
    long millis = millis();
    RiskVerdict hardest = RiskVerdict.ALLOW;
    for (RiskRule kind : RiskRule.ALL) {
      RuleSettings rule = rules.get(kind);
      if (rule.enabled()) {
        int count = now.counts().of(kind, visit, millis, rule.windowMillis());
        if (count > rule.threshold()) {
          note(now, kind, visit, count, rule);
          hardest = harder(hardest, rule.verdict(), visit);
        }
      }
    }
    return hardest == RiskVerdict.ALLOW ? Verdict.PASS : verdict(now, hardest);
  }

  // A milder verdict is not forgotten for a harder one: a delayed purchase may need a pass, too.
  private static RiskVerdict harder(RiskVerdict known, RiskVerdict next, Visit visit) {
    if (next == RiskVerdict.CHALLENGE) {
      visit.requireChallenge();
    }
    return next.compareTo(known) > 0 ? next : known;
  }

  private Verdict verdict(State now, RiskVerdict hardest) {
    RiskSettings settings = now.settings();
    return switch (hardest) {
      case ALLOW -> Verdict.PASS;
      case CHALLENGE -> CHALLENGED;
      case DELAY -> delays.delay(settings.delayMillis(), settings.maxDelayed(), now.refusal());
      case REFUSE -> now.refusal();
    };
  }

  private void note(State now, RiskRule kind, Visit visit, int count, RuleSettings rule) {
    meters.count(kind, rule.verdict());
    if (now.recent().isKept()) {
      now.recent()
          .add(
              new RecentVerdicts.Entry(
                  clock.millis(),
                  kind,
                  visit.caller().userId(),
                  visit.itemId(),
                  visit.address().toString(),
                  count,
                  rule));
    }
  }

  @Override
  public void answeredTooFast(String userId, long itemId) {
    State now = state;
    if (now.settings().enabled()) {
      now.counts().answeredTooFast(userId, millis(), now.settings().fastWindows());
    }
  }

  private long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - beginNanos);
  }

  /** What the rules found in this gateway, and the last verdicts with their reasons. */
  public JsonObject found() {
    State now = state;
    JsonObject rules = new JsonObject();
    for (RiskRule rule : RiskRule.ALL) {
      rules.put(rule.setting(), meters.countsOf(rule));
    }
    return new JsonObject()
        .put("countsOf", "this gateway")
        .put("verdicts", rules)
        .put("delayed", delays.waiting())
        .put("recent", now.recent().toJson());
  }
}
