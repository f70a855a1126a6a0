package seckill.runtime;

import io.vertx.core.internal.ContextInternal;

/**
 * Notices that a connection has gone silent: commands are under way and nothing comes back.
 *
 * <p>Any answer counts, not only the oldest command's, so a long queue that moves is no silence.
 * Time is counted in ticks of the event loop, each armed by the one before: a loop that stood still
 * itself, in a collection of garbage or for want of a processor, has not listened meanwhile.
 */
final class StallWatch {
  private static final int TICKS = 5;

  private final ContextInternal context;
  private final long tickMillis;
  private final Runnable onStall;
  private int underWay;
  private int silentTicks;
  private boolean ticking;

  /**
   * @param stalledMillis of silence that count as a stall, 0 for never
   * @param onStall runs when a stall begins
   */
  StallWatch(ContextInternal context, long stalledMillis, Runnable onStall) {
    this.context = context;
    this.tickMillis = stalledMillis == 0 ? 0 : Math.max(1, stalledMillis / TICKS);
    this.onStall = onStall;
  }

  boolean isStalled() {
    return silentTicks > TICKS;
  }

  void sent() {
    if (underWay++ == 0) {
      silentTicks = 0;
    }
    if (!ticking && tickMillis > 0) {
      ticking = true;
      arm();
    }
  }

  void answered() {
    underWay--;
    silentTicks = 0;
  }

  private void arm() {
    context.setTimer(tickMillis, tick -> tick());
  }

  private void tick() {
    if (underWay == 0) {
      ticking = false;
      return;
    }
    silentTicks++;
    if (silentTicks == TICKS + 1) {
      onStall.run();
    }
    arm();
  }
}
