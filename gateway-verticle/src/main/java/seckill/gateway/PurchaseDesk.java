package seckill.gateway;

import io.vertx.core.Future;
import java.time.Clock;
import java.util.function.LongSupplier;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseAttempt.Challenge;
import seckill.contract.PurchaseResult;
import seckill.contract.SeckillException;
import seckill.contract.TimeLeft;
import seckill.gateway.breaker.CallWatch;
import seckill.runtime.Batcher;

/** Takes purchases that passed the gate: order id, batch. Belongs to one event loop. */
final class PurchaseDesk {
  private static final SeckillException NOT_SENT =
      new SeckillException(Outcome.DEGRADED, "the breaker opened before this was sent");

  private final SoldOutBoard board;
  private final OrderIds orderIds;
  private final LongSupplier nanoClock;
  private final long timeoutMillis;
  private final CallWatch calls;
  private final Batcher<Long, PurchaseAttempt, PurchaseResult> batcher;

  /**
   * @param clock the time, for order ids
   * @param nanoClock a clock that only runs forward
   */
  PurchaseDesk(
      SoldOutBoard board,
      Clock clock,
      LongSupplier nanoClock,
      BusSettings settings,
      CallWatch calls,
      BatchSender sender) {
    this.board = board;
    this.calls = calls;
    this.orderIds = new OrderIds(clock);
    this.nanoClock = nanoClock;
    this.timeoutMillis = settings.purchaseTimeoutMillis();
    this.batcher =
        new Batcher<>(
            settings.maxBatch(), settings.maxInFlight(), settings.maxWaiting(), sender::send);
    calls.onOpen(() -> batcher.refuseWaiting(NOT_SENT));
  }

  /** A new order id. */
  String nextOrderId() {
    return orderIds.next();
  }

  /**
   * Tries to buy one unit.
   *
   * @param orderId the order's id if the purchase goes through
   * @param fingerprint of the idempotency key
   * @param challenge whether a pass is needed, and the one shown
   * @return the result; fails with BUSY if too many attempts wait, and with DEGRADED if this one
   *     waited when the breaker opened
   */
  Future<PurchaseResult> purchase(
      String orderId,
      long itemId,
      String userId,
      String fingerprint,
      String reference,
      Challenge challenge) {
    long endNanos = TimeLeft.endNanos(timeoutMillis, nanoClock.getAsLong());
    long ticket = calls.begin();
    return batcher
        .submit(
            itemId,
            new PurchaseAttempt(
                itemId, userId, orderId, fingerprint, reference, challenge, endNanos))
        .onComplete(done -> calls.end(ticket))
        .onSuccess(result -> board.learn(itemId, result))
        .recover(
            cause ->
                cause == NOT_SENT
                    ? Future.succeededFuture(PurchaseResult.of(Outcome.DEGRADED))
                    : Future.failedFuture(cause));
  }
}
