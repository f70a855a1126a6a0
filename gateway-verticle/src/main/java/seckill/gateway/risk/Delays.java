package seckill.gateway.risk;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.atomic.AtomicInteger;
import seckill.gateway.gate.Verdict;

/** Purchases that wait for a moment: by timers, and not too many. Thread-safe. */
final class Delays {
  private static final Verdict DELAYED = Verdict.pass("DELAYED");

  private final Vertx vertx;
  private final AtomicInteger waiting = new AtomicInteger();

  Delays(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Lets a purchase wait.
   *
   * @param most that may wait at once
   * @param tooMany what happens to those beyond
   */
  Verdict delay(long millis, int most, Verdict tooMany) {
    if (waiting.incrementAndGet() > most) {
      waiting.decrementAndGet();
      return tooMany;
    }
    // Completed on the event loop of the request, which is where its timer runs.
    Promise<Verdict> promise = ((ContextInternal) vertx.getOrCreateContext()).promise();
    vertx.setTimer(
        millis,
        over -> {
          waiting.decrementAndGet();
          promise.complete(DELAYED);
        });
    Future<Verdict> decision = promise.future();
    return Verdict.later(decision);
  }

  int waiting() {
    return waiting.get();
  }
}
