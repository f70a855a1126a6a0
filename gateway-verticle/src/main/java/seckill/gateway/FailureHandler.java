package seckill.gateway;

import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.pages.PageHandlers;

/** Tells what went wrong on the way through the router. */
final class FailureHandler implements Handler<RoutingContext> {
  /** vertx-web says no more about a path with a broken escape. */
  private static final int UNDECODABLE_PATH = -1;

  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  /** What a path that leads nowhere ends with; a number in it that is none is malformed. */
  private static final Set<Outcome> LOST = Set.of(Outcome.NOT_FOUND, Outcome.BAD_REQUEST);

  private final Failures failures;
  private final PageHandlers pages;

  FailureHandler(Failures failures, PageHandlers pages) {
    this.failures = failures;
    this.pages = pages;
  }

  @Override
  public void handle(RoutingContext ctx) {
    Problem problem = problem(ctx);
    if (!LOST.contains(problem.outcome()) || !pages.tellMissing(ctx)) {
      failures.write(ctx.request(), problem, ctx.failure());
    }
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
