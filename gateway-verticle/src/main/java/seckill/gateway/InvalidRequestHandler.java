package seckill.gateway;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import seckill.contract.Outcome;
import seckill.gateway.edge.ResponseHeaders;
import seckill.runtime.HostHeader;

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
    refuse(request, problem(request.decoderResult().cause()));
  }

  /** Refuses a request that does not say in one way what host it is for; whether it did. */
  boolean refusesHost(HttpServerRequest request) {
    String fault = HostHeader.fault(request);
    if (fault != null) {
      refuse(request, Problem.of(Outcome.BAD_REQUEST, fault));
    }
    return fault != null;
  }

  private void refuse(HttpServerRequest request, Problem problem) {
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    problems.write(request, problem);
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
