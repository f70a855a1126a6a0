package seckill.standalone.rehearsal.gate;

import java.util.function.Supplier;
import seckill.standalone.client.Reply;

/** A script that presses over and over, whatever it hears. */
final class Presser implements Visitor {
  private final Supplier<Call> press;
  private final long pauseMillis;

  Presser(Supplier<Call> press, long pauseMillis) {
    this.press = press;
    this.pauseMillis = pauseMillis;
  }

  @Override
  public Step first() {
    return new Step(press.get(), 0);
  }

  @Override
  public Step heard(Reply reply) {
    return new Step(press.get(), pauseMillis);
  }
}
