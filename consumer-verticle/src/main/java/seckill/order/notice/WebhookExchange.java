package seckill.order.notice;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Set;

/**
 * One notice and the answer to it.
 *
 * <p>The status alone decides, so a 2xx is taken before its body came. No more of a body is read
 * than is allowed; whoever sends more, or dawdles, loses the connection.
 */
final class WebhookExchange {
  /** Statuses of the 4xx that pass by themselves: request timeout, too early, too many requests. */
  private static final Set<Integer> PASSING = Set.of(408, 425, 429);

  private static final int HUNDRED = 100;
  private static final int SUCCESS = 2;
  private static final int CLIENT_ERROR = 4;

  private final HttpClientRequest request;
  private final int maxAnswerBytes;
  private final Clock clock;
  private final Buffer answer = Buffer.buffer();
  private final Promise<Void> over = Promise.promise();

  WebhookExchange(HttpClientRequest request, int maxAnswerBytes, Clock clock) {
    this.request = request;
    this.maxAnswerBytes = maxAnswerBytes;
    this.clock = clock;
  }

  /** Succeeds when the connection is free again, or lost. */
  Future<Void> over() {
    return over.future();
  }

  /** Sends the body; succeeds with a 2xx, and fails with what any other end means. */
  Future<Void> run(Buffer body) {
    return request
        .send(body)
        .onFailure(cause -> over.tryComplete())
        .recover(cause -> Future.failedFuture(UndeliveredException.retry("no answer: " + cause)))
        .compose(this::judge);
  }

  /** Time is up. */
  void abandon() {
    request.reset();
    over.tryComplete();
  }

  private Future<Void> judge(HttpClientResponse response) {
    read(response);
    return response.statusCode() / HUNDRED == SUCCESS
        ? Future.succeededFuture()
        : over.future().compose(read -> Future.failedFuture(refusal(response)));
  }

  private void read(HttpClientResponse response) {
    response.exceptionHandler(lost -> over.tryComplete());
    response.endHandler(end -> over.tryComplete());
    response.handler(
        piece -> {
          int room = maxAnswerBytes - answer.length();
          answer.appendBuffer(piece, 0, Math.min(room, piece.length()));
          if (piece.length() > room) {
            abandon();
          }
        });
  }

  private UndeliveredException refusal(HttpClientResponse response) {
    int status = response.statusCode();
    String reason = "status " + status + ": " + answer.toString(StandardCharsets.UTF_8);
    if (status / HUNDRED == CLIENT_ERROR && !PASSING.contains(status)) {
      return UndeliveredException.refused(reason);
    }
    String wait = response.getHeader(HttpHeaders.RETRY_AFTER);
    return UndeliveredException.retryAfter(reason, RetryAfter.millis(wait, clock));
  }
}
