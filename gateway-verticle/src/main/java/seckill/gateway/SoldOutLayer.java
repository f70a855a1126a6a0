package seckill.gateway;

import seckill.contract.Outcome;
import seckill.gateway.gate.GateLayer;
import seckill.gateway.gate.Verdict;
import seckill.gateway.gate.Visit;

/** Ends purchases of items that the board knows to be sold out. */
final class SoldOutLayer implements GateLayer {
  private static final Verdict SOLD_OUT = Verdict.refuse(Outcome.SOLD_OUT);

  private final SoldOutBoard board;

  SoldOutLayer(SoldOutBoard board) {
    this.board = board;
  }

  @Override
  public String name() {
    return "sold-out";
  }

  @Override
  public Verdict check(Visit visit) {
    return board.isSoldOutFor(visit.itemId(), visit.caller().userId()) ? SOLD_OUT : Verdict.PASS;
  }
}
