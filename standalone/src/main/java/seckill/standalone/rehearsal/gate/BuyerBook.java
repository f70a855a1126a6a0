package seckill.standalone.rehearsal.gate;

import seckill.contract.Outcome;
import seckill.standalone.client.Reply;
import seckill.standalone.rehearsal.Tally;
import seckill.standalone.rehearsal.Witness;

/** The diary of an honest buyer, whose figures go into the report. */
final class BuyerBook implements Diary {
  private final int number;
  private final String userId;
  private final Registrant registration;
  private final Tally tally;
  private final Witness witness;
  private final Loot loot;

  private boolean knewBefore;
  private boolean admitted;
  private boolean passed;
  private int forbidden;
  private String outcome;

  BuyerBook(
      int number, String userId, Registrant registration, Tally tally, Witness witness, Loot loot) {
    this.number = number;
    this.userId = userId;
    this.registration = registration;
    this.tally = tally;
    this.witness = witness;
    this.loot = loot;
  }

  @Override
  public void heard(Reply reply) {
    knewBefore = witness.orderOf(number) != null;
    if (reply.code().equals(Outcome.FORBIDDEN.name())) {
      forbidden++;
    }
  }

  @Override
  public void triedAgain(String code) {
    tally.retried(code);
  }

  @Override
  public void admitted() {
    admitted = true;
  }

  @Override
  public void passed(String pass) {
    passed = true;
    loot.add(pass);
  }

  @Override
  public void holds(String orderId) {
    if (witness.holds(number, orderId)) {
      tally.sold();
    }
  }

  @Override
  public void settled(String what) {
    outcome = what;
    if (!what.equals(Outcome.ACCEPTED.name())) {
      witness.refused(number, what, knewBefore);
    }
    tally.settled(what);
  }

  /** Gives up, if there is no final answer yet. */
  void giveUp(String why) {
    if (outcome == null) {
      settled(why);
    }
  }

  String userId() {
    return userId;
  }

  /** Whether this buyer did everything that has to be done before a purchase. */
  boolean mayHold() {
    return registration.isRegistered() && admitted && passed;
  }

  /** How often the buyer was turned away as somebody unwanted. */
  int forbidden() {
    return forbidden;
  }
}
