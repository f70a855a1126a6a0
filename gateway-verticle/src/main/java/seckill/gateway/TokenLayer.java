package seckill.gateway;

import io.vertx.core.http.HttpHeaders;
import seckill.contract.Outcome;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;
import seckill.gateway.token.Tokens;

/**
 * Finds out who calls: the subject of a valid bearer token (RFC 6750), and nobody else. Belongs to
 * one event loop.
 */
final class TokenLayer implements GateLayer {
  private static final String SCHEME = "Bearer ";
  private static final Verdict MISSING =
      Verdict.refuse(Outcome.UNAUTHENTICATED, "a bearer token is needed");

  private final Tokens tokens;

  TokenLayer(Tokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public String name() {
    return "token";
  }

  @Override
  public Verdict check(Visit visit) {
    String header =
        OneHeader.of(visit.request(), HttpHeaders.AUTHORIZATION, Outcome.UNAUTHENTICATED);
    String token = header == null ? null : bearerOf(header);
    if (token == null) {
      return MISSING;
    }
    visit.isBy(tokens.verify(token));
    return Verdict.PASS;
  }

  /** The bearer token of an Authorization header, or {@code null} if it is of another scheme. */
  static String bearerOf(String header) {
    return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length())
        : null;
  }
}
