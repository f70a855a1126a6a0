package seckill.gateway.control;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import seckill.config.RunningSettings;
import seckill.contract.Addresses;
import seckill.gateway.gate.Till;
import seckill.runtime.inbound.Facts;

/** Keeps the settings of one gateway's layers up to date; deployed before the gateway listens. */
public final class GateWatchVerticle extends VerticleBase {
  private final Facts facts;
  private final RunningSettings running;
  private final long everyMillis;
  private final Till till;

  /**
   * @param everyMillis how often to look, since news may be lost
   */
  public GateWatchVerticle(Facts facts, RunningSettings running, long everyMillis, Till till) {
    this.facts = facts;
    this.running = running;
    this.everyMillis = everyMillis;
    this.till = till;
  }

  @Override
  public Future<?> start() {
    GateWatch watch = new GateWatch(running, till);
    vertx.setPeriodic(everyMillis, tick -> watch.look());
    return facts
        .hear(vertx, Addresses.EVENT_GATE, news -> watch.look())
        .compose(listening -> watch.look());
  }
}
