package seckill.sale;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import seckill.contract.Outcome;
import seckill.contract.PurchaseAttempt;
import seckill.contract.PurchaseResult;

/**
 * What the purchase script answered.
 *
 * @param results one per attempt, in order
 * @param soldOutNow whether this call took the last unit
 * @param acceptedTotal purchases ever accepted; -1 if the item has to be built again
 * @param reason why the item cannot be sold from its keys; empty if it can
 * @param epoch of the item's state
 */
record PurchaseReply(
    List<PurchaseResult> results,
    boolean soldOutNow,
    long acceptedTotal,
    String reason,
    long epoch) {
  private static final int START_AT = 1;
  private static final int ACCEPTED_TOTAL = 2;
  private static final int STOCK = 3;
  private static final int REASON = 4;
  private static final int EPOCH = 5;
  private static final int FIRST_RESULT = 6;
  private static final int REPLAYED_CODE = 2;

  static PurchaseReply read(Response reply, List<PurchaseAttempt> attempts) {
    long startAt = reply.get(START_AT).toLong();
    long acceptedTotal = reply.get(ACCEPTED_TOTAL).toLong();
    List<PurchaseResult> results = new ArrayList<>(attempts.size());
    boolean taken = false;
    for (int i = 0; i < attempts.size(); i++) {
      int code = reply.get(FIRST_RESULT + 2 * i).toInteger();
      boolean replayed = code == REPLAYED_CODE;
      Outcome outcome = replayed ? Outcome.ACCEPTED : Outcome.ofCode(code);
      String orderId = reply.get(FIRST_RESULT + 2 * i + 1).toString();
      if (outcome == Outcome.ACCEPTED && !replayed) {
        taken = true;
        orderId = attempts.get(i).orderId();
      }
      results.add(
          new PurchaseResult(
              outcome,
              orderId.isEmpty() ? null : orderId,
              replayed,
              outcome == Outcome.NOT_STARTED ? startAt : 0,
              Math.max(0, acceptedTotal)));
    }
    boolean soldOutNow = taken && reply.get(STOCK).toLong() == 0;
    return new PurchaseReply(
        results,
        soldOutNow,
        acceptedTotal,
        reply.get(REASON).toString(),
        reply.get(EPOCH).toLong());
  }

  /** Whether the item is on sale by the books, and Redis holds too little of it. */
  boolean isBroken() {
    return acceptedTotal < 0;
  }
}
