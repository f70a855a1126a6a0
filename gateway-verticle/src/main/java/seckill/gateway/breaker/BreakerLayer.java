package seckill.gateway.breaker;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import seckill.contract.Outcome;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/** Ends visits at once while what they ask for would not be answered. */
public final class BreakerLayer implements GateLayer, Configurable {
  private static final Verdict PROBE = Verdict.pass("PROBE");
  private static final long MILLIS_PER_SECOND = TimeUnit.SECONDS.toMillis(1);

  private final Breaker breaker;
  private volatile Verdict degraded;

  public BreakerLayer(Breaker breaker, BreakerSettings settings) {
    this.breaker = breaker;
    this.degraded = degraded(settings);
  }

  private static Verdict degraded(BreakerSettings settings) {
    long seconds = (settings.openMillis() + MILLIS_PER_SECOND - 1) / MILLIS_PER_SECOND;
    return Verdict.refuse(Outcome.DEGRADED, (int) seconds);
  }

  @Override
  public String name() {
    return "breaker";
  }

  @Override
  public String section() {
    return "breaker";
  }

  @Override
  public void configure(JsonObject settings) {
    BreakerSettings changed = BreakerSettings.ofSection(settings);
    degraded = degraded(changed);
    breaker.configure(changed);
  }

  @Override
  public Verdict check(Visit visit) {
    return breaker.state() == Breaker.State.CLOSED ? Verdict.PASS : probe(visit);
  }

  private Verdict probe(Visit visit) {
    long probe = breaker.tryProbe();
    if (probe == Breaker.NO_PROBE) {
      return degraded;
    }
    // A later check may end the visit before anything is sent.
    visit.request().response().endHandler(ended -> breaker.giveUp(probe));
    return PROBE;
  }
}
