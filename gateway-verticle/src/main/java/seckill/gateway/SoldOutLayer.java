package seckill.gateway;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import java.util.List;
import seckill.contract.Outcome;
import seckill.gateway.gate.Configurable;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;
import seckill.gateway.token.SubjectReadings;

/**
 * Ends requests for items that the board knows to be sold out.
 *
 * <p>Stands before the token is verified, since nearly everybody in a sale ends here and that an
 * item is gone is no secret. A token is only looked at for the user it names: whoever may hold a
 * unit goes on, and is verified.
 */
final class SoldOutLayer implements GateLayer, Configurable {
  private static final Verdict SOLD_OUT = Verdict.refuse(Outcome.SOLD_OUT);

  private final SoldOutBoard board;
  private final SubjectReadings subjects;

  SoldOutLayer(SoldOutBoard board, SubjectReadings subjects) {
    this.board = board;
    this.subjects = subjects;
  }

  @Override
  public String name() {
    return "sold-out";
  }

  @Override
  public String section() {
    return "board";
  }

  @Override
  public void configure(JsonObject section) {
    board.configure(BoardSettings.of(section));
  }

  @Override
  public Verdict check(Visit visit) {
    return !board.isEmpty() && board.isSoldOutFor(visit.itemId(), () -> subjectOf(visit))
        ? SOLD_OUT
        : Verdict.PASS;
  }

  // Whoever sends no token, or several, is none of those whose tokens are counted.
  private String subjectOf(Visit visit) {
    List<String> headers = visit.request().headers().getAll(HttpHeaders.AUTHORIZATION);
    String token = headers.size() == 1 ? TokenLayer.bearerOf(headers.get(0)) : null;
    return token == null ? null : subjects.subjectOf(token);
  }
}
