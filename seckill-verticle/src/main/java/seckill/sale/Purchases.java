package seckill.sale;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.ItemIds;
import seckill.contract.OrderIds;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;
import seckill.contract.Texts;
import seckill.contract.TimeLeft;
import seckill.contract.UserIds;
import seckill.runtime.Batcher;
import seckill.runtime.RedisLinkException;
import seckill.sale.window.UserWindow;

/**
 * Takes attempts, sends those for one item together to the script, and answers each.
 *
 * <p>An answer that was lost on the way is PENDING: the unit may be sold, so it is never given back
 * here. So is one that tells of an order which may still be lost.
 */
final class Purchases {
  private static final Logger LOG = LoggerFactory.getLogger(Purchases.class);

  private final StockStore stock;
  private final UserWindow window;
  private final LongUnaryOperator epochs;
  private final SaleMetrics metrics;
  private final LongSupplier nanoClock;
  private final LongConsumer onSoldOut;
  private final IntFunction<Future<Boolean>> safety;
  private final Batcher<Long, PurchaseAttempt, Future<PurchaseResult>> batcher;
  private String lastFault = "";

  /**
   * @param epochs the epoch of an item in the books, as {@link StockStore#purchase} takes it
   * @param nanoClock a clock that only runs forward
   * @param onSoldOut told the item whose last unit went
   * @param safety whether the orders that were just answered are safe enough to be told, given how
   *     many they are
   */
  Purchases(
      StockStore stock,
      UserWindow window,
      LongUnaryOperator epochs,
      SaleSettings settings,
      SaleMetrics metrics,
      LongSupplier nanoClock,
      LongConsumer onSoldOut,
      IntFunction<Future<Boolean>> safety) {
    this.stock = stock;
    this.window = window;
    this.epochs = epochs;
    this.metrics = metrics;
    this.nanoClock = nanoClock;
    this.onSoldOut = onSoldOut;
    this.safety = safety;
    this.batcher =
        new Batcher<>(
            settings.maxBatch(), settings.maxInFlight(), settings.maxWaiting(), this::send);
  }

  /** Decides attempts for one item; never fails. */
  Future<List<PurchaseResult>> buy(long itemId, List<PurchaseAttempt> attempts) {
    List<PurchaseAttempt> sound = attempts.stream().filter(Purchases::isSound).toList();
    List<Future<Future<PurchaseResult>>> sent = batcher.submitAll(itemId, sound);
    List<Future<PurchaseResult>> all = new ArrayList<>(attempts.size());
    int next = 0;
    for (PurchaseAttempt attempt : attempts) {
      if (next < sound.size() && sound.get(next) == attempt) {
        all.add(
            sent.get(next++)
                .compose(
                    told -> told,
                    cause -> Future.succeededFuture(Faults.resultOf(cause, attempt))));
      } else {
        all.add(Future.succeededFuture(PurchaseResult.of(Outcome.BAD_REQUEST)));
      }
    }
    return Future.all(all)
        .map(
            done -> {
              List<PurchaseResult> results = done.list();
              results.forEach(metrics::count);
              return results;
            });
  }

  /** Answers those that wait for a script call, since none of these is answered. */
  void refuseWaiting() {
    batcher.refuseWaiting(new RedisLinkException("Redis does not answer", false));
  }

  // The gateway has checked all this; the stream and MySQL must hold it whoever sends it.
  private static boolean isSound(PurchaseAttempt attempt) {
    return attempt.itemId() > 0
        && attempt.itemId() <= ItemIds.MAX
        && OrderIds.isValid(attempt.orderId())
        && UserIds.isValid(attempt.userId())
        && (attempt.reference().isEmpty()
            || Texts.isPlain(attempt.reference(), PurchaseAttempt.MAX_REFERENCE_BYTES));
  }

  private Future<List<Future<PurchaseResult>>> send(long itemId, List<PurchaseAttempt> attempts) {
    PurchaseRound round = new PurchaseRound(attempts);
    long nowNanos = nanoClock.getAsLong();
    // An expired attempt was given up by its sender and reached nothing.
    round.refuse(attempt -> TimeLeft.isOver(attempt.endNanos(), nowNanos), Outcome.DEGRADED);
    return window
        .refused(round.open().stream().map(PurchaseAttempt::userId).toList())
        .compose(
            over -> {
              round.refuse(over, Outcome.RATE_LIMITED);
              return decide(itemId, round.open());
            },
            cause -> {
              note(itemId, cause.getMessage());
              // What was counted may be lost, but nothing was bought.
              return Future.succeededFuture(
                  Collections.nCopies(round.open().size(), Faults.nothingBought(cause)));
            })
        .map(decided -> tell(round.settle(decided)));
  }

  // Once the script has answered the next batch may go; only who is told of an order waits longer.
  private List<Future<PurchaseResult>> tell(List<PurchaseResult> results) {
    int orders = (int) results.stream().filter(Purchases::tellsOfAnOrder).count();
    Future<Boolean> safe = orders == 0 ? Future.succeededFuture(true) : safety.apply(orders);
    List<Future<PurchaseResult>> told = new ArrayList<>(results.size());
    for (PurchaseResult result : results) {
      told.add(
          tellsOfAnOrder(result)
              ? safe.map(held -> held ? result : PurchaseResult.pending(result.orderId()))
              : Future.succeededFuture(result));
    }
    return told;
  }

  // DUPLICATE says as much as ACCEPTED: that there is an order.
  private static boolean tellsOfAnOrder(PurchaseResult result) {
    return result.orderId() != null && result.outcome() != Outcome.PENDING;
  }

  private Future<List<PurchaseResult>> decide(long itemId, List<PurchaseAttempt> attempts) {
    if (attempts.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return metrics
        .timed(attempts.size(), stock.purchase(itemId, epochs.applyAsLong(itemId), attempts))
        .map(
            reply -> {
              note(itemId, reply.reason());
              if (reply.soldOutNow()) {
                onSoldOut.accept(itemId);
              }
              return reply.results();
            })
        .otherwise(
            cause -> {
              note(itemId, cause.getMessage());
              return attempts.stream().map(attempt -> Faults.resultOf(cause, attempt)).toList();
            });
  }

  // A fault stands for thousands of calls; it is told when it comes and when it changes.
  private void note(long itemId, String fault) {
    String text = String.valueOf(fault);
    if (!text.equals(lastFault)) {
      lastFault = text;
      if (!text.isEmpty()) {
        LOG.warn("item {} cannot be sold: {}", itemId, text);
      }
    }
  }
}
