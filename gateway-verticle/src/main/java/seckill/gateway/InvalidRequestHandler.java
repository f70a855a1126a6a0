package seckill.gateway;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import seckill.contract.Outcome;
import seckill.gateway.edge.ResponseHeaders;

/** Answers requests that are not HTTP, or whose head is over the limits, and hangs up. */
final class InvalidRequestHandler implements Handler<HttpServerRequest> {
  private static final int URI_TOO_LONG = 414;
  private static final int HEADERS_TOO_LARGE = 431;

  private final ProblemWriter problems;
  private final ResponseHeaders headers;

  InvalidRequestHandler(ProblemWriter problems, ResponseHeaders headers) {
    this.problems = problems;
    this.headers = headers;
  }

  @Override
  public void handle(HttpServerRequest request) {
    headers.addTo(request);
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    problems.write(request, problem(request.decoderResult().cause()));
    request.connection().close();
  }

  private static Problem problem(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Problem.of(Outcome.TOO_LARGE, "the request line is too long").withStatus(URI_TOO_LONG);
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return Problem.of(Outcome.TOO_LARGE, "the headers are too large")
          .withStatus(HEADERS_TOO_LARGE);
    }
    return Problem.of(Outcome.BAD_REQUEST);
  }
}
