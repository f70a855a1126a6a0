package seckill.gateway;

import io.vertx.core.Future;
import java.time.Clock;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.runtime.Batcher;

/**
 * Takes purchases that passed all checks: sold-out board, order id, batch. Belongs to one event
 * loop.
 */
final class PurchaseDesk {
  private static final PurchaseResult SOLD_OUT = PurchaseResult.of(Outcome.SOLD_OUT);

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

  /**
   * Tries to buy one unit.
   *
   * @param fingerprint of the idempotency key
   * @return the result; fails with BUSY if too many attempts wait
   */
  Future<PurchaseResult> purchase(
      long itemId, String userId, String fingerprint, String reference) {
    if (board.isSoldOutFor(itemId, userId)) {
      return Future.succeededFuture(SOLD_OUT);
    }
    long deadlineMillis = clock.millis() + timeoutMillis;
    return batcher
        .submit(
            itemId,
            new PurchaseAttempt(
                itemId, userId, orderIds.next(), fingerprint, reference, deadlineMillis))
        .onSuccess(result -> board.learn(itemId, result));
  }
}
