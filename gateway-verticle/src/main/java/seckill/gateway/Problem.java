package seckill.gateway;

import java.time.Instant;
import seckill.contract.Outcome;
import seckill.contract.PurchaseResult;
import seckill.gateway.gate.Verdict;

/**
 * One refusal as it is told outside (RFC 9457).
 *
 * @param outcome what came of the request
 * @param status HTTP status
 * @param detail one sentence, or {@code null} for the outcome's own in the caller's language
 * @param retryable whether the same request may succeed later
 * @param orderId of the order that the caller holds, or {@code null}
 * @param startAtMillis when the sale opens, or 0
 * @param retryAfterSeconds what Retry-After says; 0 for the usual
 */
record Problem(
    Outcome outcome,
    int status,
    String detail,
    boolean retryable,
    String orderId,
    long startAtMillis,
    int retryAfterSeconds) {

  static Problem of(Outcome outcome) {
    return of(outcome, null);
  }

  static Problem of(Outcome outcome, String detail) {
    return new Problem(outcome, outcome.httpStatus(), detail, outcome.retryable(), null, 0, 0);
  }

  static Problem of(PurchaseResult result) {
    Outcome outcome = result.outcome();
    return new Problem(
        outcome,
        outcome.httpStatus(),
        null,
        outcome.retryable(),
        result.orderId(),
        result.startAtMillis(),
        0);
  }

  static Problem of(Verdict refusal) {
    Outcome outcome = refusal.outcome();
    return new Problem(
        outcome,
        outcome.httpStatus(),
        refusal.detail(),
        outcome.retryable(),
        null,
        0,
        refusal.retryAfterSeconds());
  }

  Problem withStatus(int other) {
    return new Problem(
        outcome, other, detail, retryable, orderId, startAtMillis, retryAfterSeconds);
  }

  /** Whether the outcome alone says it all, so that the body can be prepared. */
  boolean isPlain() {
    return detail == null
        && orderId == null
        && startAtMillis == 0
        && status == outcome.httpStatus()
        && retryable == outcome.retryable();
  }

  String startAt() {
    return startAtMillis == 0 ? null : Instant.ofEpochMilli(startAtMillis).toString();
  }
}
