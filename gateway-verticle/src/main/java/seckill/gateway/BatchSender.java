package seckill.gateway;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseBatch;
import seckill.contract.PurchaseBatchReply;
import seckill.contract.PurchaseResult;
import seckill.contract.TimeLeft;
import seckill.gateway.breaker.Breaker;
import seckill.gateway.breaker.BusFault;

/**
 * Sends a batch of attempts to the till, and never fails: whatever goes wrong is a result, and what
 * may have gone through is PENDING. Sends nothing while the breaker is open, and tells it how each
 * message ended.
 */
final class BatchSender {
  private static final Logger LOG = LoggerFactory.getLogger(BatchSender.class);

  private final Vertx vertx;
  private final LongSupplier nanoClock;
  private final long timeoutMillis;
  private final DeliveryOptions options;
  private final Breaker breaker;
  private final PurchaseMeters meters;

  /**
   * @param nanoClock a clock that only runs forward
   */
  BatchSender(
      Vertx vertx,
      LongSupplier nanoClock,
      long timeoutMillis,
      Breaker breaker,
      PurchaseMeters meters) {
    this.vertx = vertx;
    this.nanoClock = nanoClock;
    this.timeoutMillis = timeoutMillis;
    this.options = new DeliveryOptions().setSendTimeout(timeoutMillis);
    this.breaker = breaker;
    this.meters = meters;
  }

  /** One result per attempt, in their order. Attempts that waited too long are not sent. */
  Future<List<PurchaseResult>> send(Long itemId, List<PurchaseAttempt> attempts) {
    if (breaker.state() == Breaker.State.OPEN) {
      // These had passed the gate before it opened.
      return Future.succeededFuture(all(attempts, late -> PurchaseResult.of(Outcome.DEGRADED)));
    }
    List<PurchaseAttempt> fresh = fresh(attempts, nanoClock.getAsLong());
    if (fresh.isEmpty()) {
      return Future.succeededFuture(all(attempts, stale -> PurchaseResult.of(Outcome.BUSY)));
    }
    Future<List<PurchaseResult>> results = request(new PurchaseBatch(itemId, timeoutMillis, fresh));
    return fresh.size() == attempts.size()
        ? results
        : results.map(list -> withStale(attempts, fresh, list));
  }

  // The oldest come first, so a fresh first one means that none is stale.
  private static List<PurchaseAttempt> fresh(List<PurchaseAttempt> attempts, long nowNanos) {
    if (!TimeLeft.isOver(attempts.get(0).endNanos(), nowNanos)) {
      return attempts;
    }
    return attempts.stream()
        .filter(attempt -> !TimeLeft.isOver(attempt.endNanos(), nowNanos))
        .toList();
  }

  private static List<PurchaseResult> withStale(
      List<PurchaseAttempt> attempts, List<PurchaseAttempt> fresh, List<PurchaseResult> results) {
    List<PurchaseResult> merged = new ArrayList<>(attempts.size());
    int next = 0;
    for (PurchaseAttempt attempt : attempts) {
      boolean sent = next < fresh.size() && fresh.get(next) == attempt;
      merged.add(sent ? results.get(next++) : PurchaseResult.of(Outcome.BUSY));
    }
    return merged;
  }

  private Future<List<PurchaseResult>> request(PurchaseBatch batch) {
    meters.batchSent(batch.attempts().size());
    long sentIn = breaker.generation();
    return vertx
        .eventBus()
        .<Buffer>request(Addresses.PURCHASE_BATCH, batch.toBuffer(), options)
        .map(reply -> read(reply.body(), batch.attempts().size()))
        .onSuccess(
            results -> breaker.answered(sentIn, results.stream().allMatch(BatchSender::isFault)))
        .onFailure(failure -> breaker.answered(sentIn, BusFault.is(failure)))
        .otherwise(failure -> failed(batch, failure));
  }

  // DEGRADED for one item, whose keys are broken, must not close the sale of the others.
  private static boolean isFault(PurchaseResult result) {
    return result.storeAway()
        || result.outcome() == Outcome.PENDING
        || result.outcome() == Outcome.INTERNAL;
  }

  private static List<PurchaseResult> read(Buffer reply, int expected) {
    List<PurchaseResult> results = PurchaseBatchReply.fromBuffer(reply);
    if (results.size() != expected) {
      throw new IllegalArgumentException(results.size() + " results for " + expected + " attempts");
    }
    return results;
  }

  private static List<PurchaseResult> failed(PurchaseBatch batch, Throwable failure) {
    Outcome outcome = outcome(failure);
    if (outcome == Outcome.PENDING) {
      LOG.warn(
          "{} purchases of item {} are pending: {}",
          batch.attempts().size(),
          batch.itemId(),
          failure.toString());
    }
    return all(
        batch.attempts(),
        attempt ->
            outcome == Outcome.PENDING
                ? PurchaseResult.pending(attempt.orderId())
                : PurchaseResult.of(outcome));
  }

  // INTERNAL says that the till stumbled, not how far it got.
  private static Outcome outcome(Throwable failure) {
    if (failure instanceof ReplyException reply) {
      if (reply.failureType() == ReplyFailure.NO_HANDLERS) {
        return Outcome.DEGRADED;
      }
      if (reply.failureType() == ReplyFailure.RECIPIENT_FAILURE) {
        Outcome outcome = Outcome.ofFailureCode(reply.failureCode());
        return outcome == Outcome.INTERNAL || outcome == Outcome.ACCEPTED
            ? Outcome.PENDING
            : outcome;
      }
    }
    return Outcome.PENDING;
  }

  private static List<PurchaseResult> all(
      List<PurchaseAttempt> attempts, Function<PurchaseAttempt, PurchaseResult> result) {
    return attempts.stream().map(result).toList();
  }
}
