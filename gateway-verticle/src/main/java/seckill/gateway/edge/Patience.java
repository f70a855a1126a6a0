package seckill.gateway.edge;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import seckill.gateway.gate.Visit;

/**
 * How long is waited for what.
 *
 * @param headNanos for the first request of a connection
 * @param bodyNanos from the head of a request to the end of its body
 * @param requestNanos from the head of a request to its answer
 * @param lingerNanos for the rest of a request that is answered already
 * @param idleNanos from an answer to the whole head of the next request
 */
record Patience(
    long headNanos, long bodyNanos, long requestNanos, long lingerNanos, long idleNanos) {

  /** Reads the section {@code http}. */
  static Patience of(JsonObject http) {
    return new Patience(
        TimeUnit.MILLISECONDS.toNanos(http.getLong("headerTimeoutMillis")),
        TimeUnit.MILLISECONDS.toNanos(http.getLong("bodyTimeoutMillis")),
        TimeUnit.MILLISECONDS.toNanos(http.getLong("requestTimeoutMillis")),
        TimeUnit.MILLISECONDS.toNanos(http.getLong("lingerMillis")),
        TimeUnit.SECONDS.toNanos(http.getLong("idleTimeoutSeconds")));
  }

  long answerNanos(Visit visit) {
    return Math.max(requestNanos, TimeUnit.MILLISECONDS.toNanos(visit.patienceMillis()));
  }
}
