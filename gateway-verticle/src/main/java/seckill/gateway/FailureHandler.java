package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Tells what went wrong on the way through the router. */
final class FailureHandler implements Handler<RoutingContext> {
  /** vertx-web says no more about a path with a broken escape. */
  private static final int UNDECODABLE_PATH = -1;

  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  private final Failures failures;

  FailureHandler(Failures failures) {
    this.failures = failures;
  }

  @Override
  public void handle(RoutingContext ctx) {
    failures.write(ctx.request(), problem(ctx), ctx.failure());
  }

  private static Problem problem(RoutingContext ctx) {
    Throwable failure = ctx.failure();
    if (failure instanceof ProblemException || failure instanceof SeckillException) {
      return Failures.problemOf(failure);
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
}
