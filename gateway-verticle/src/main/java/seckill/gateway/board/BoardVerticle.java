package seckill.gateway.board;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import seckill.contract.Addresses;
import seckill.runtime.clock.SharedClock;
import seckill.runtime.inbound.Facts;

/** Keeps one gateway's board; one per gateway. */
public final class BoardVerticle extends VerticleBase {
  private final Facts facts;
  private final Board board;
  private final SharedClock clock;

  public BoardVerticle(Facts facts, Board board, SharedClock clock) {
    this.facts = facts;
    this.board = board;
    this.clock = clock;
  }

  /** Nothing is kept before the time is known: what was heard would seem to be of another hour. */
  @Override
  public Future<?> start() {
    clock.known(vertx).onSuccess(known -> begin());
    return Future.succeededFuture();
  }

  private void begin() {
    board.begin();
    vertx.setPeriodic(Board.EVERY_MILLIS, tick -> board.tick());
    facts.hear(vertx, Addresses.EVENT_PULSE, board::hear);
  }
}
