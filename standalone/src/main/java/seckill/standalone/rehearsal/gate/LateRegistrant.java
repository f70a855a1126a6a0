package seckill.standalone.rehearsal.gate;

import seckill.standalone.client.Reply;

/** Somebody who tries to register when it is too late, and goes on as if that had worked. */
final class LateRegistrant implements Visitor {
  private final Call register;
  private final Visitor rest;
  private boolean tried;

  LateRegistrant(Call register, Visitor rest) {
    this.register = register;
    this.rest = rest;
  }

  @Override
  public Step first() {
    return new Step(register, 0);
  }

  @Override
  public Step heard(Reply reply) {
    if (tried) {
      return rest.heard(reply);
    }
    tried = true;
    return rest.first();
  }
}
