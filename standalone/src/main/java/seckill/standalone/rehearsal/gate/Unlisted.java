package seckill.standalone.rehearsal.gate;

import seckill.standalone.client.Reply;

/** The diary of somebody whose way is judged by the answers alone. */
final class Unlisted implements Diary {
  @Override
  public void heard(Reply reply) {}

  @Override
  public void triedAgain(String code) {}

  @Override
  public void admitted() {}

  @Override
  public void passed(String pass) {}

  @Override
  public void holds(String orderId) {}

  @Override
  public void settled(String outcome) {}
}
