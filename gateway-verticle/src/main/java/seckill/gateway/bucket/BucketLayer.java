package seckill.gateway.bucket;

import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import seckill.contract.Outcome;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/** Lets purchases pass at the rate that all gateways share; one for all event loops. */
public final class BucketLayer implements GateLayer, Configurable {
  private static final Verdict ALONE = Verdict.pass("FALLBACK");
  private static final Verdict CLOSED = Verdict.refuse(Outcome.RATE_LIMITED);

  /** Refusals by the seconds that they tell to wait, made beforehand. */
  private static final Verdict[] REFUSALS = new Verdict[61];

  static {
    for (int seconds = 0; seconds < REFUSALS.length; seconds++) {
      REFUSALS[seconds] = Verdict.refuse(Outcome.RATE_LIMITED, Math.max(1, seconds));
    }
  }

  private final SharedBucket bucket;
  private volatile boolean enabled;

  BucketLayer(SharedBucket bucket, boolean enabled) {
    this.bucket = bucket;
    this.enabled = enabled;
  }

  /**
   * A layer that leases from the till.
   *
   * @param section the settings, checked
   */
  public static BucketLayer of(Vertx vertx, JsonObject section) {
    BucketSettings settings = BucketSettings.of(section);
    return new BucketLayer(
        new SharedBucket(
            settings,
            new BusLeases(vertx),
            System::nanoTime,
            () -> ((ContextInternal) vertx.getOrCreateContext()).promise()),
        settings.enabled());
  }

  @Override
  public String name() {
    return "bucket";
  }

  @Override
  public String section() {
    return "bucket";
  }

  @Override
  public void configure(JsonObject section) {
    BucketSettings settings = BucketSettings.of(section);
    bucket.configure(settings);
    enabled = settings.enabled();
  }

  @Override
  public Verdict check(Visit visit) {
    if (!enabled) {
      return Verdict.PASS;
    }
    long answer = bucket.take();
    return answer == SharedBucket.ASK
        ? Verdict.later(bucket.await().map(BucketLayer::verdict))
        : verdict(answer);
  }

  private static Verdict verdict(long answer) {
    if (answer == SharedBucket.PASS) {
      return Verdict.PASS;
    }
    if (answer == SharedBucket.PASS_ALONE) {
      return ALONE;
    }
    if (answer == SharedBucket.NEVER) {
      return CLOSED;
    }
    // Rounded up: who comes back when told finds a token.
    long seconds = (answer + TimeUnit.SECONDS.toMillis(1) - 1) / TimeUnit.SECONDS.toMillis(1);
    return seconds < REFUSALS.length
        ? REFUSALS[(int) seconds]
        : Verdict.refuse(Outcome.RATE_LIMITED, (int) Math.min(seconds, Integer.MAX_VALUE));
  }
}
