package seckill.gateway;

import io.vertx.core.Future;
import java.time.Clock;
import seckill.contract.OrderIds;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseAttempt.Challenge;
import seckill.contract.PurchaseResult;
import seckill.runtime.Batcher;

/** Takes purchases that passed the gate: order id, batch. Belongs to one event loop. */
final class PurchaseDesk {
  private final SoldOutBoard board;
  private final OrderIds orderIds;
  private final Clock clock;
  private final long timeoutMillis;
  private final Batcher<Long, PurchaseAttempt, PurchaseResult> batcher;

  PurchaseDesk(SoldOutBoard board, Clock clock, BusSettings settings, BatchSender sender) {
    this.board = board;
    this.orderIds = new OrderIds(clock);
    this.clock = clock;
    this.timeoutMillis = settings.purchaseTimeoutMillis();
    this.batcher =
        new Batcher<>(
            settings.maxBatch(), settings.maxInFlight(), settings.maxWaiting(), sender::send);
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
   * @return the result; fails with BUSY if too many attempts wait
   */
  Future<PurchaseResult> purchase(
      String orderId,
      long itemId,
      String userId,
      String fingerprint,
      String reference,
      Challenge challenge) {
    long deadlineMillis = clock.millis() + timeoutMillis;
    return batcher
        .submit(
            itemId,
            new PurchaseAttempt(
                itemId, userId, orderId, fingerprint, reference, challenge, deadlineMillis))
        .onSuccess(result -> board.learn(itemId, result));
  }
}
