package seckill.gateway.board;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seckill.contract.Addresses;

/** Keeps one gateway's board; one per gateway. */
public final class BoardVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(BoardVerticle.class);

  private final Board board;

  public BoardVerticle(Board board) {
    this.board = board;
  }

  @Override
  public Future<?> start() {
    vertx.setPeriodic(Board.EVERY_MILLIS, tick -> board.tick());
    return vertx
        .eventBus()
        .<JsonObject>consumer(Addresses.EVENT_PULSE, pulse -> hear(pulse.body()))
        .completion();
  }

  private void hear(JsonObject pulse) {
    try {
      board.hear(pulse);
    } catch (RuntimeException e) {
      LOG.debug("a pulse cannot be read: {}", pulse, e);
    }
  }
}
