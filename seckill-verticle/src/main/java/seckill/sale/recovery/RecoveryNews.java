package seckill.sale.recovery;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Tells and counts what became of items whose state was built again. */
final class RecoveryNews {
  /** Who did what no operator asked for. */
  static final String ACTOR = "till";

  private static final String SOURCE = "seckill";
  private static final String BUILT = "OK";
  private static final String FAILED = "FAILED";

  private final EventBus bus;
  private final MeterRegistry meters;
  private final Set<Long> oversold = new HashSet<>();

  RecoveryNews(EventBus bus, MeterRegistry meters) {
    this.bus = bus;
    this.meters = meters;
  }

  /** Times a rebuild and tells its end. */
  Future<Recovered> of(long itemId, Future<Recovered> rebuild) {
    long start = System.nanoTime();
    return rebuild.onComplete(
        done -> {
          count(done.succeeded() ? BUILT : outcome(done.cause()), System.nanoTime() - start);
          if (done.succeeded()) {
            oversold.remove(itemId);
            bus.publish(Addresses.EVENT_PREHEATED, item(itemId));
          } else if (outcome(done.cause()).equals(Outcome.CONFLICT.name())
              && oversold.add(itemId)) {
            alert("OVERSOLD", itemId, done.cause().getMessage());
          }
        });
  }

  /** Tells again what was told, since items have opened. */
  void forget() {
    oversold.clear();
  }

  private void count(String outcome, long nanos) {
    Timer.builder("seckill_recovery")
        .description("items whose state in Redis was built again, by outcome")
        .tag("outcome", outcome)
        .register(meters)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  private static String outcome(Throwable cause) {
    return cause instanceof SeckillException refusal ? refusal.outcome().name() : FAILED;
  }

  /** Tells that Redis came back as another. */
  void storeChanged(String detail) {
    bus.publish(Addresses.EVENT_ALERT, alert("REDIS_CHANGED", detail));
  }

  /** Tells that everything is built and an operator has to say that it sells. */
  void waitsForOperator(String detail) {
    bus.publish(Addresses.EVENT_ALERT, alert("WAITS_FOR_OPERATOR", detail));
  }

  /** Tells that one item was set back. */
  void setBack(long itemId, String detail) {
    alert("SET_BACK", itemId, detail);
  }

  private void alert(String kind, long itemId, String detail) {
    bus.publish(Addresses.EVENT_ALERT, alert(kind, detail).mergeIn(item(itemId)));
  }

  private static JsonObject alert(String kind, String detail) {
    return new JsonObject().put("source", SOURCE).put("kind", kind).put("detail", detail);
  }

  private static JsonObject item(long itemId) {
    return new JsonObject().put("itemId", Long.toString(itemId));
  }
}
