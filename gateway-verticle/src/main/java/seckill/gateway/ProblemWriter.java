package seckill.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Locale;
import seckill.contract.Outcome;

/** Writes every refusal of the gate: the only place that knows how an error looks outside. */
final class ProblemWriter {
  private static final CharSequence PROBLEM_JSON =
      HttpHeaders.createOptimized("application/problem+json");
  private static final CharSequence WWW_AUTHENTICATE =
      HttpHeaders.createOptimized("WWW-Authenticate");
  private static final CharSequence BEARER = HttpHeaders.createOptimized("Bearer");
  private static final int UNAUTHORIZED = 401;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final CharSequence retryAfter;
  private final ProblemText english = new ProblemText(Locale.ENGLISH);
  private final ProblemText chinese = new ProblemText(Locale.CHINESE);

  ProblemWriter(int retryAfterSeconds) {
    this.retryAfter = HttpHeaders.createOptimized(Integer.toString(retryAfterSeconds));
  }

  void write(HttpServerRequest request, Problem problem) {
    write(request, problem, text(request).body(problem));
  }

  /** Writes a refusal in prepared words of its own. */
  void writeSentence(HttpServerRequest request, Problem problem, String sentence) {
    write(request, problem, text(request).sentence(sentence));
  }

  private void write(HttpServerRequest request, Problem problem, Buffer body) {
    HttpServerResponse response = request.response();
    response
        .setStatusCode(problem.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM_JSON)
        .putHeader(HttpHeaders.CACHE_CONTROL, Answers.PRIVATE)
        .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    if (problem.status() == UNAUTHORIZED) {
      response.putHeader(WWW_AUTHENTICATE, BEARER);
    }
    if (problem.retryable() && waitingHelps(problem)) {
      response.putHeader(
          HttpHeaders.RETRY_AFTER,
          problem.retryAfterSeconds() == 0
              ? retryAfter
              : Integer.toString(problem.retryAfterSeconds()));
    }
    response.end(body);
  }

  /** What Retry-After says. */
  CharSequence retryAfter() {
    return retryAfter;
  }

  /** The sentence for an outcome in the caller's language. */
  String detail(HttpServerRequest request, Outcome outcome) {
    return text(request).detail(outcome);
  }

  /** A sentence with a name of its own in the caller's language. */
  String detail(HttpServerRequest request, String name) {
    return text(request).detail(name);
  }

  private ProblemText text(HttpServerRequest request) {
    return wantsChinese(request) ? chinese : english;
  }

  /** Whether the caller reads Chinese rather than English. */
  static boolean wantsChinese(HttpServerRequest request) {
    return AcceptLanguage.prefersChinese(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
  }

  private static boolean waitingHelps(Problem problem) {
    return problem.status() == UNAVAILABLE
        || problem.status() == TOO_MANY_REQUESTS
        || problem.outcome() == Outcome.PENDING;
  }
}
