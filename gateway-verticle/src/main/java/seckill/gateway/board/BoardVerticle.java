package seckill.gateway.board;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;
import seckill.runtime.clock.SharedClock;

/** Keeps one gateway's board; one per gateway. */
public final class BoardVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(BoardVerticle.class);

  private final Board board;
  private final SharedClock clock;

  public BoardVerticle(Board board, SharedClock clock) {
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
    vertx.eventBus().<JsonObject>consumer(Addresses.EVENT_PULSE, pulse -> hear(pulse.body()));
  }

  private void hear(JsonObject pulse) {
    try {
      board.hear(pulse);
    } catch (RuntimeException e) {
      LOG.debug("a pulse cannot be read: {}", pulse, e);
    }
  }
}
