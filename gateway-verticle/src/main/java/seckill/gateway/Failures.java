package seckill.gateway;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;
import seckill.gateway.gate.Refusals;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/** Turns everything that does not end well into a problem that is told to the client. */
final class Failures implements Refusals {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private final ProblemWriter problems;

  Failures(ProblemWriter problems) {
    this.problems = problems;
  }

  /** How a failure is told. */
  static Problem problemOf(Throwable failure) {
    if (failure instanceof ProblemException refusal) {
      return refusal.problem();
    }
    if (failure instanceof SeckillException refusal && refusal.outcome() != Outcome.INTERNAL) {
      return Problem.of(refusal.outcome(), refusal.getMessage());
    }
    return Problem.of(Outcome.INTERNAL);
  }

  @Override
  public void refused(Visit visit, Verdict verdict) {
    if (verdict.sentence() == null) {
      write(visit.request(), Problem.of(verdict), null);
    } else {
      LOG.debug("refused with {}: {}", verdict.outcome(), verdict.sentence());
      problems.writeSentence(visit.request(), Problem.of(verdict), verdict.sentence());
    }
  }

  @Override
  public void failed(Visit visit, Throwable cause) {
    write(visit.request(), problemOf(cause), cause);
  }

  /**
   * Answers a request, unless it was answered before.
   *
   * @param cause of a fault; {@code null} if there is none
   */
  void write(HttpServerRequest request, Problem problem, Throwable cause) {
    if (request.response().ended() || request.response().closed()) {
      return;
    }
    if (problem.outcome() == Outcome.INTERNAL) {
      LOG.error("{} {} failed", request.method(), request.path(), cause);
    } else {
      LOG.debug("refused with {}: {}", problem.outcome(), problem.detail());
    }
    if (problem.outcome() == Outcome.TOO_LARGE) {
      // Not at once: that would reset the connection before the client has read why.
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    problems.write(request, problem);
  }
}
