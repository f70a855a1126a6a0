package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Turns everything that goes wrong on the way through the router into a problem. */
final class FailureHandler implements Handler<RoutingContext> {
  private static final Logger LOG = LoggerFactory.getLogger(FailureHandler.class);

  /** vertx-web says no more about a path with a broken escape. */
  private static final int UNDECODABLE_PATH = -1;

  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  private final ProblemWriter problems;
  private final long lingerMillis;

  FailureHandler(ProblemWriter problems, long lingerMillis) {
    this.problems = problems;
    this.lingerMillis = lingerMillis;
  }

  @Override
  public void handle(RoutingContext ctx) {
    HttpServerRequest request = ctx.request();
    if (request.response().ended() || request.response().closed()) {
      return;
    }
    Problem problem = problem(ctx);
    if (problem.outcome() == Outcome.INTERNAL) {
      LOG.error("{} {} failed", request.method(), request.path(), ctx.failure());
    } else {
      LOG.debug("refused with {}: {}", problem.outcome(), problem.detail());
    }
    if (problem.outcome() == Outcome.TOO_LARGE) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      closeAfterLinger(ctx);
    }
    problems.write(request, problem);
  }

  /** How a failed request is told. */
  static Problem problem(RoutingContext ctx) {
    Throwable failure = ctx.failure();
    if (failure instanceof ProblemException refusal) {
      return refusal.problem();
    }
    if (failure instanceof SeckillException refusal && refusal.outcome() != Outcome.INTERNAL) {
      return Problem.of(refusal.outcome(), refusal.getMessage());
    }
    if (failure == null && ctx.statusCode() == UNDECODABLE_PATH) {
      return Problem.of(Outcome.BAD_REQUEST);
    }
    return switch (ctx.statusCode()) {
      case BAD_REQUEST -> Problem.of(Outcome.BAD_REQUEST);
      case NOT_FOUND -> Problem.of(Outcome.NOT_FOUND);
      default -> Problem.of(Outcome.INTERNAL);
    };
  }

  // Closing at once would reset the connection before the client has read why.
  private void closeAfterLinger(RoutingContext ctx) {
    HttpServerRequest request = ctx.request();
    long timer =
        ctx.vertx().setTimer(Math.max(1, lingerMillis), expired -> request.connection().close());
    request.connection().closeHandler(closed -> ctx.vertx().cancelTimer(timer));
  }
}
