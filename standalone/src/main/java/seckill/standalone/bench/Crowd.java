package seckill.standalone.bench;

import java.io.IOException;
import java.util.List;
import seckill.contract.ItemGate;
import seckill.standalone.bench.load.Headers;

/** The users of a load, and what they have to have done before they press the button. */
interface Crowd {
  /** Users who need no more than a token. */
  Crowd PLAIN =
      new Crowd() {
        @Override
        public ItemGate gate() {
          return ItemGate.OPEN;
        }

        @Override
        public String pass() {
          return "";
        }

        @Override
        public void prepare(long itemId, long firstUser, long count) {
          // Nothing to prepare.
        }
      };

  /** The gate of the items that they buy. */
  ItemGate gate();

  /** The pass of a solved challenge that they all show; empty for none. */
  String pass();

  /** What they send besides their tokens. */
  default Headers headers() {
    return pass().isEmpty()
        ? Headers.OWN_ADDRESS
        : new Headers("Challenge-Pass: " + pass() + "\r\n", true);
  }

  /** Loads that are refused, each by another layer. */
  default List<Refusal> refusals() {
    return List.of();
  }

  /** Readies the users {@code u<firstUser>} and on for one purchase each of an item. */
  void prepare(long itemId, long firstUser, long count) throws IOException;
}
