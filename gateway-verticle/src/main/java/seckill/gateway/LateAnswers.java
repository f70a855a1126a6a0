package seckill.gateway;

import io.vertx.core.http.HttpHeaders;
import seckill.contract.Outcome;
import seckill.gateway.edge.Guests;
import seckill.gateway.gate.Visit;

/** Answers requests that nobody else answered in time. */
final class LateAnswers implements Guests.Late {
  private static final int REQUEST_TIMEOUT = 408;
  private static final Problem BODY_MISSING =
      Problem.of(Outcome.BAD_REQUEST, "the request did not arrive in time")
          .withStatus(REQUEST_TIMEOUT);

  private final Failures failures;
  private PurchaseLane purchases;

  LateAnswers(Failures failures) {
    this.failures = failures;
  }

  /** Purchases that were sent are told as this lane tells them. */
  void tellBuyersBy(PurchaseLane lane) {
    this.purchases = lane;
  }

  @Override
  public void bodyMissing(Visit visit) {
    visit.request().response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    failures.write(visit.request(), BODY_MISSING, null);
  }

  @Override
  public void unanswered(Visit visit) {
    if (visit.orderId() == null) {
      failures.write(visit.request(), Problem.of(Outcome.DEGRADED), null);
    } else {
      purchases.pending(visit, visit.orderId());
    }
  }
}
