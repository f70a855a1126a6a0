package seckill.standalone.rehearsal.chaos;

import io.vertx.core.Future;

/** One thing that a buyer does. A deed never fails: whatever comes of it, the buyer hears. */
@FunctionalInterface
interface Deed {
  /** Presses once, and takes the answer as it is. */
  Deed PRESS = (buyer, counter) -> counter.buy(buyer, null);

  /** Presses once, with the one idempotency key of this buyer. */
  Deed PRESS_WITH_KEY = (buyer, counter) -> counter.buy(buyer, "key-" + buyer.number());

  /** Presses again and again until there is a yes or a no, or patience ends. */
  Deed INSIST = (buyer, counter) -> counter.insist(buyer);

  /** Asks what came of it. */
  Deed ASK = (buyer, counter) -> counter.ask(buyer);

  /** Gives the order back, if there is one. */
  Deed GIVE_BACK = (buyer, counter) -> counter.giveBack(buyer);

  /** Pays for the order, or late for one that was given back. */
  Deed PAY = (buyer, counter) -> counter.pay(buyer);

  /** Does it; succeeds when there is an answer or none is waited for any longer. */
  Future<Void> by(Buyer buyer, Counter counter);
}
