package seckill.standalone.rehearsal.gate;

import java.util.Random;
import seckill.standalone.client.Reply;

/** Registers an account for an item, while that is possible. */
final class Registrant implements Visitor {
  private final Call register;
  private final Patience patience;
  private String refusal = NO_ANSWER;

  Registrant(Guise guise, ItemCalls item, Random random) {
    this.register = guise.dress(item.register());
    this.patience = new Patience(random);
  }

  @Override
  public Step first() {
    return new Step(register, 0);
  }

  @Override
  public Step heard(Reply reply) {
    if (reply.succeeded()) {
      refusal = null;
      return null;
    }
    refusal = reply.code().isEmpty() ? "HTTP_" + reply.status() : reply.code();
    return Patience.tryAgain(reply) ? new Step(register, patience.pauseMillis(reply)) : null;
  }

  /** Whether the account is registered. */
  boolean isRegistered() {
    return refusal == null;
  }

  /** Why it is not; {@code null} if it is. */
  String refusal() {
    return refusal;
  }
}
