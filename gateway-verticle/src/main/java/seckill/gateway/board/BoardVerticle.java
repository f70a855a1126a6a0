package seckill.gateway.board;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import seckill.contract.Addresses;
import seckill.runtime.inbound.Facts;

/** Keeps one gateway's board; one per gateway. */
public final class BoardVerticle extends VerticleBase {
  private final Facts facts;
  private final Board board;

  public BoardVerticle(Facts facts, Board board) {
    this.facts = facts;
    this.board = board;
  }

  @Override
  public Future<?> start() {
    vertx.setPeriodic(Board.EVERY_MILLIS, tick -> board.tick());
    return facts.hear(vertx, Addresses.EVENT_PULSE, board::hear);
  }
}
