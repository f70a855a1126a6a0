package seckill.contract;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * The answer to one {@link PurchaseAttempt}.
 *
 * @param outcome what was decided
 * @param orderId of the order that the user holds (ACCEPTED, DUPLICATE, KEY_REUSED) or may hold
 *     (PENDING); otherwise {@code null}
 * @param replayed whether an ACCEPTED repeats an earlier answer
 * @param startAtMillis when the window opens, for NOT_STARTED; otherwise 0
 * @param acceptedTotal purchases of this item ever accepted, when known; otherwise 0
 * @param storeAway whether a DEGRADED concerns every item, because the store serves nobody
 */
public record PurchaseResult(
    Outcome outcome,
    String orderId,
    boolean replayed,
    long startAtMillis,
    long acceptedTotal,
    boolean storeAway) {

  /** A result that says nothing about the store. */
  public PurchaseResult(
      Outcome outcome, String orderId, boolean replayed, long startAtMillis, long acceptedTotal) {
    this(outcome, orderId, replayed, startAtMillis, acceptedTotal, false);
  }

  /** A result that carries nothing but the outcome. */
  public static PurchaseResult of(Outcome outcome) {
    return new PurchaseResult(outcome, null, false, 0, 0);
  }

  /** DEGRADED because the store serves nobody; nothing happened. */
  public static PurchaseResult ofStoreAway() {
    return new PurchaseResult(Outcome.DEGRADED, null, false, 0, 0, true);
  }

  /** The unknown outcome of an attempt that may have gone through. */
  public static PurchaseResult pending(String orderId) {
    return new PurchaseResult(Outcome.PENDING, orderId, false, 0, 0);
  }

  /** The JSON form: {@code code} and what the outcome carries. */
  public JsonObject toJson() {
    JsonObject json = new JsonObject().put("code", outcome.name());
    if (orderId != null) {
      json.put("orderId", orderId);
    }
    if (outcome == Outcome.ACCEPTED) {
      json.put("replayed", replayed);
    }
    if (startAtMillis > 0) {
      json.put("startAt", Instant.ofEpochMilli(startAtMillis).toString());
    }
    return json;
  }
}
